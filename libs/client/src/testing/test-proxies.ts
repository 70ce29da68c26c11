import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A proxy for tests. Whatever is asked for, it connects to one server. */
export interface TestProxy {
  /** `http://127.0.0.1:port`, with the scheme of its kind. */
  readonly url: string;
  /** What clients asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A proxy for CONNECT over HTTP, or with certificates over HTTPS. @param target URL of the server. */
export function startHttpProxy(target: string, tls?: TlsOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const onClient = (client: Socket): void => {
    client
      .on('error', () => undefined)
      .once('data', (head: Buffer) => {
        const [line = '', ...fields] = head.toString().split('\r\n');
        const authorization = fields.find((field) => /^proxy-authorization:/i.test(field));
        asked.push(authorization === undefined ? line : `${line} ${authorization}`);
        tunnel(client, target, 'HTTP/1.1 200 OK\r\n\r\n');
      });
  };
  return listening(tls ? createTlsServer(tls, onClient) : createServer(onClient), tls ? 'https' : 'http', asked);
}

/** A proxy over HTTP that gives no tunnel. @param onHead called with each request. */
export function startBrokenProxy(onHead: (client: Socket) => void): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client
      .on('error', () => undefined)
      .once('data', (head: Buffer) => {
        asked.push(head.toString().split('\r\n')[0]!);
        onHead(client);
      });
  });
  return listening(server, 'http', asked);
}

export interface Socks5Behaviour {
  /** User and password it wants. Default: no authentication. */
  readonly account?: readonly [user: string, password: string];
  /** Default: 0, succeeded. */
  readonly reply?: number;
  /** Answers in another protocol. */
  readonly isHttp?: boolean;
  /** Closes the connection instead of the reply to a request. */
  readonly closes?: boolean;
}

/** A proxy as of RFC 1928. @param target URL of the server. */
export function startSocks5Proxy(target: string, behaviour: Socks5Behaviour = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.on('error', () => undefined);
    serveSocks5(client, target, behaviour, asked).catch(() => client.destroy());
  });
  return listening(server, 'socks5', asked);
}

async function serveSocks5(client: Socket, target: string, behaviour: Socks5Behaviour, asked: string[]): Promise<void> {
  const greeting = await next(client);
  const offered = [...greeting.subarray(2)];
  const { account, reply = 0 } = behaviour;
  if (behaviour.isHttp) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  const method = account ? 2 : 0;
  if (!offered.includes(method)) return void client.end(Buffer.from([5, 255]));
  client.write(Buffer.from([5, method]));
  if (account) {
    const sent = await next(client);
    const user = sent.subarray(2, 2 + sent[1]!).toString();
    const password = sent.subarray(3 + sent[1]!).toString();
    const isKnown = user === account[0] && password === account[1];
    client.write(Buffer.from([1, isKnown ? 0 : 1]));
    if (!isKnown) return;
  }
  const request = await next(client);
  asked.push(request.subarray(3).toString('hex'));
  if (behaviour.closes) client.end();
  else if (reply !== 0) client.end(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
  else tunnel(client, target, Buffer.from([5, 0, 0, 3, 4, ...Buffer.from('host'), 1, 2]));
}

function tunnel(client: Socket, target: string, answer: string | Uint8Array): void {
  const upstream = connect(Number(new URL(target).port), '127.0.0.1', () => {
    client.write(answer);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
}

const next = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('the client closed the connection')));
  });

async function listening(server: Server, scheme: string, asked: string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
