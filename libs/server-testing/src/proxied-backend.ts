import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dial, dialDirectly, hostOf } from '@orch/proxy';

/** Responds with the request. */
const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

/** Backend of pods and services in a test: a server on loopback that receives all proxied connections. */
export class ProxiedBackend {
  readonly server: Server;
  /** Handler of the next requests. Default: responds with the request. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = echo;
  /** `ip:port` of every requested connection. */
  readonly dialed: string[] = [];
  /** Local ports by IP address. All other addresses lead to this server. */
  readonly elsewhere = new Map<string, number>();

  private constructor() {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  static async start(): Promise<ProxiedBackend> {
    const backend = new ProxiedBackend();
    await once(backend.server.listen(0, '127.0.0.1'), 'listening');
    return backend;
  }

  /** Restores the default handler and clears `dialed`. */
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
