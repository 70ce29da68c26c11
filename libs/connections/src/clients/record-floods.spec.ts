import { EventEmitter, once } from 'node:events';
import { connect as connectHttp2, createSecureServer, type Http2SecureServer } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { RecordFloods } from './record-floods.js';

class FakeSocket extends EventEmitter {
  bytesRead = 0;
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
  }
}

const watched = (floods: RecordFloods, network = 'a') => {
  const [connection, raw] = [new FakeSocket(), new FakeSocket()];
  raw.bytesRead = 5_000; // of the handshake
  floods.add(network, connection as unknown as Socket, raw as unknown as Socket);
  const receive = (encrypted: number, data: number): void => {
    raw.bytesRead += encrypted;
    connection.bytesRead += data;
    floods.check();
  };
  return { connection, raw, receive };
};

describe('RecordFloods', () => {
  it('destroys a connection that received much and has little data of it, and says what it took', () => {
    const floods: [string, number][] = [];
    const { raw, receive } = watched(new RecordFloods((...flood) => floods.push(flood)));
    receive(64 * 1_024, 0);
    receive(64 * 1_024, 4_096);
    expect(raw.destroyed).toBe(false);
    receive(67 * 1_024, 0);
    expect([raw.destroyed, floods]).toEqual([true, [['a', 16]]]);
  });

  it('adds up what the connections of a network received without data', () => {
    const floods = new RecordFloods(() => undefined);
    const come = (network: string, kilobytes: number): FakeSocket => {
      const { raw } = watched(floods, network);
      raw.bytesRead += kilobytes * 1_024;
      return raw;
    };
    const all = [come('a', 19), come('a', 19), come('a', 40), come('a', 17), come('b', 40)];
    floods.check();
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, true, false, false]);
  });

  it('forgives a kilobyte of single keystrokes between two checks', () => {
    const { raw, receive } = watched(new RecordFloods(() => undefined));
    for (let n = 0; n < 1_000; n++) receive(1_024 + 44 * 16, 44);
    expect(raw.destroyed).toBe(false);
  });

  it('forgets connections that are closed', () => {
    const floods = new RecordFloods(() => undefined);
    const { connection, raw, receive } = watched(floods);
    connection.emit('close');
    receive(1_000_000, 0);
    expect(raw.destroyed).toBe(false);
  });
});

describe('connections of a TLS server', () => {
  const floods = new RecordFloods(() => undefined);
  const upload = Buffer.alloc(3_000_000, 'x');
  let server: Http2SecureServer;
  let newest: Socket;
  const port = (): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    const made = await createCertificateAuthority({
      commonName: 'test',
      notBeforeMs: systemClock.now(),
      validityDays: 1,
    });
    const pair = { cert: made.certificatePem, key: made.privateKeyPem };
    server = createSecureServer({ ...pair, allowHTTP1: true }, (incoming, reply) => {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
      incoming.on('end', () => {
        floods.check();
        reply.end(String(bytes));
      });
    });
    server.on('connection', (raw: Socket) => (newest = raw));
    server.on('secureConnection', (connection: Socket) => floods.add('a', connection, newest));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  it('end when they send each byte in a record of its own', async () => {
    const client = connectTls({ port: port(), rejectUnauthorized: false });
    client.on('error', () => undefined); // a reset counts as an end
    const closed = once(client, 'close');
    client.resume();
    await once(client, 'secureConnect');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12000\r\n\r\n');
    for (let n = 0; n < 12_000; n++) await new Promise((written) => client.write('x', written));
    await closed;
    expect(client.bytesRead).toBe(0);
  });

  it('stay when they upload, on HTTP/1.1 and HTTP/2', async () => {
    const url = `https://127.0.0.1:${port()}`;
    const http1 = request(url, { method: 'POST', rejectUnauthorized: false, agent: false });
    http1.end(upload);
    const [answer] = (await once(http1, 'response')) as [IncomingMessage];
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('3000000');
    const session = connectHttp2(url, { rejectUnauthorized: false });
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    stream.end(upload);
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('3000000');
    session.close();
    await once(session, 'close');
  });
});
