import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { createServer, get } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { guardHandshakes } from './guard-handshakes.js';

const pair = async () => {
  const made = await createCertificateAuthority({
    commonName: 'test',
    notBeforeMs: systemClock.now(),
    validityDays: 1,
  });
  return { cert: made.certificatePem, key: made.privateKeyPem };
};

describe('a TLS server behind the gate', () => {
  let server: Server;
  const open: Socket[] = [];

  beforeAll(async () => {
    server = createServer(await pair(), (_request, reply) => void reply.end('served'));
    guardHandshakes(server, { perNetwork: 2, total: 8, timeMs: 60_000 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const port = () => (server.address() as AddressInfo).port;
  const silent = async (): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket = connect(port(), '127.0.0.1');
    open.push(socket);
    await accepted;
    return socket;
  };

  it('serves connections that waited, with the bytes they sent meanwhile', async () => {
    const [first] = [await silent(), await silent()];
    const accepted = once(server, 'connection');
    const waiting = connectTls({ port: port(), host: '127.0.0.1', rejectUnauthorized: false });
    open.push(waiting);
    await accepted;
    await silent();
    const cut = await silent();
    await once(cut, 'close');
    // Another address is served at once.
    const elsewhere = get({ port: port(), localAddress: '127.0.0.2', rejectUnauthorized: false, agent: false });
    const [answer] = await once(elsewhere, 'response');
    expect((answer as { statusCode: number }).statusCode).toBe(200);
    first!.destroy();
    await once(waiting, 'secureConnect');
    waiting.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [bytes] = await once(waiting, 'data');
    expect(String(bytes)).toContain('200 OK');
  });

  it('destroys a connection whose ClientHello is too long, or ends before it is complete', async () => {
    for (const bytes of [Buffer.from([22, 3, 1, 64, 0, 1, 0, 64, 1]), Buffer.from([22, 3, 1])]) {
      const socket = connect({ port: port(), host: '127.0.0.1', localAddress: '127.0.0.3' });
      open.push(socket);
      socket.on('error', () => undefined);
      if (bytes.length > 3) socket.write(bytes);
      else socket.end(bytes);
      socket.resume();
      await once(socket, 'close');
    }
  });

  it('lets other addresses go first after a handshake that took long', async () => {
    const slow = createServer({ ...(await pair()), requestCert: true, rejectUnauthorized: false });
    const { cert, key } = await pair();
    let [cpuMs, workMs] = [0, 450]; // as if OpenSSL checked a long chain
    slow.on('secureConnection', () => void (cpuMs += workMs));
    guardHandshakes(slow, { perNetwork: 2, total: 8, timeMs: 60_000 }, () => cpuMs);
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const order: string[] = [];
    const come = (localAddress: string): Promise<unknown> => {
      const { port: to } = slow.address() as AddressInfo;
      const client = connectTls({
        socket: connect({ port: to, host: '127.0.0.1', localAddress }),
        cert: cert.repeat(60),
        key,
        rejectUnauthorized: false,
      });
      open.push(client);
      return once(client, 'secureConnect').then(() => order.push(localAddress));
    };
    const first = once(slow, 'secureConnection');
    await Promise.all([come('127.0.0.4'), first]);
    workMs = 0;
    const accepted = once(slow, 'connection');
    const again = come('127.0.0.4');
    await accepted;
    await Promise.all([again, come('127.0.0.5')]);
    expect(order).toEqual(['127.0.0.4', '127.0.0.5', '127.0.0.4']);
    slow.closeAllConnections();
    slow.close();
  });

  it('does not charge other work of the poll to clients with usual certificates, or none', async () => {
    const tls = { ...(await pair()), requestCert: true, rejectUnauthorized: false };
    const busy = createServer(tls, (_request, reply) => void reply.end('served'));
    let cpuMs = 0;
    busy.on('secureConnection', () => void (cpuMs += 500));
    const gate = guardHandshakes(busy, { perNetwork: 2, total: 8, timeMs: 60_000 }, () => cpuMs);
    const charged = jest.spyOn(gate, 'charge');
    busy.listen(0, '127.0.0.1');
    await once(busy, 'listening');
    for (const own of [{}, await pair()]) {
      const client = connectTls({ port: (busy.address() as AddressInfo).port, ...own, rejectUnauthorized: false });
      open.push(client);
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const [bytes] = await once(client, 'data');
      expect(String(bytes)).toContain('200 OK');
    }
    expect(charged).not.toHaveBeenCalled();
    busy.closeAllConnections();
    busy.close();
  });

  it('destroys a handshake after the timeout', async () => {
    const slow = createServer(await pair());
    guardHandshakes(slow, { perNetwork: 2, total: 8, timeMs: 1 });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const socket = connect((slow.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined); // a reset counts as an end
    await once(socket, 'close');
    slow.close();
  });
});
