import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dial, dialDirectly, hostOf } from '@orch/proxy';

/** Tells what it was asked, and by whom. */
const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

/** What pods listen to in a test: a server on loopback, found under addresses that a proxy may go to. */
export class ProxiedBackend {
  readonly server: Server;
  /** Answers the next requests. Default: tells what it was asked. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = echo;
  /** `ip:port` of every connection that was asked for. */
  readonly dialed: string[] = [];
  /** Ports of this machine that stand for addresses. All others are this server. */
  readonly elsewhere = new Map<string, number>();

  private constructor() {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  static async start(): Promise<ProxiedBackend> {
    const backend = new ProxiedBackend();
    await once(backend.server.listen(0, '127.0.0.1'), 'listening');
    return backend;
  }

  /** Answers as at first, and forgets who was dialed. */
  reset(): void {
    this.answer = echo;
    this.dialed.length = 0;
  }

  readonly dial: Dial = (target, signal) => {
    this.dialed.push(hostOf(target));
    const { port } = this.server.address() as AddressInfo;
    return dialDirectly({ ...target, ip: '127.0.0.1', port: this.elsewhere.get(target.ip) ?? port }, signal);
  };

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
