import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a pod does with the connection of one request. */
export type HostileAnswer = (socket: Socket, request: string) => void;

/** A pod that writes arbitrary scripted bytes once the head of a request has arrived. */
export class HostileBackend {
  private readonly sockets = new Set<Socket>();

  /** Answers the next requests. Default: closes the connection. */
  answer: HostileAnswer = (socket) => socket.destroy();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      let request = '';
      socket.once('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined); // the proxy may close first
      socket.on('data', (chunk) => {
        const begun = request.includes('\r\n\r\n');
        request += chunk.toString('latin1');
        if (!begun && request.includes('\r\n\r\n')) this.answer(socket, request);
      });
    });
  }

  static async start(): Promise<HostileBackend> {
    const server = createServer();
    const backend = new HostileBackend(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return backend;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
