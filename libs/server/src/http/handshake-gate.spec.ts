import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { createServer, get } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { guardHandshakes, HandshakeGate } from './handshake-gate.js';

class FakeSocket extends EventEmitter {
  destroyed = false;
  constructor(
    readonly remoteAddress: string | undefined,
    readonly remotePort: number,
  ) {
    super();
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

function setUp(limits = { perNetwork: 2, total: 8, timeMs: 1_000 }) {
  const started: FakeSocket[] = [];
  const gate = new HandshakeGate(limits, (connection) => started.push(connection as unknown as FakeSocket));
  let nextPort = 1;
  const come = (address = 'a', port = nextPort++): FakeSocket => {
    const socket = new FakeSocket(address, port);
    gate.enter(socket as unknown as Socket);
    return socket;
  };
  const finish = (socket: FakeSocket) => gate.finished(socket);
  return { gate, started, come, finish };
}

describe('HandshakeGate', () => {
  it('starts a limited number of handshakes per address, queues some, and destroys the rest', () => {
    const { started, come } = setUp();
    const all = [come(), come(), come(), come(), come()];
    expect(started).toEqual(all.slice(0, 2));
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, true]);
  });

  it('does not affect other addresses', () => {
    const { started, come } = setUp();
    for (let n = 0; n < 10; n++) come('a');
    const other = come('b');
    expect(started).toContain(other);
  });

  it('starts the next in order when one finishes or closes', () => {
    const { started, come, finish } = setUp();
    const all = [come(), come(), come(), come()];
    finish(all[0]!);
    expect(started).toEqual(all.slice(0, 3));
    all[1]!.destroy();
    expect(started).toEqual(all);
  });

  it('does not start one that closes while it waits', () => {
    const { started, come, finish } = setUp();
    const all = [come(), come(), come(), come()];
    all[2]!.destroy();
    finish(all[0]!);
    expect(started).toEqual([all[0], all[1], all[3]]);
  });

  it('releases a place once when a handshake finishes and its connection closes later', () => {
    const { started, come, finish } = setUp();
    const all = [come(), come(), come(), come()];
    finish(all[0]!);
    all[0]!.destroy();
    expect(started).toEqual(all.slice(0, 3));
  });

  it('counts an IPv6 network as one client, although each of its addresses has its own ports', () => {
    const { started, come, finish } = setUp();
    const all = [come('2001:db8::1', 7), come('2001:db8::2', 7), come('2001:db8::3', 7)];
    expect(started).toEqual(all.slice(0, 2));
    expect(come('2001:db8:0:1::1', 7)).toBe(started[2]);
    finish(all[1]!);
    expect(started[3]).toBe(all[2]);
    for (let n = 0; n < 10; n++) come('2001:db8::4');
    expect(come('2001:db8::5').destroyed).toBe(true);
  });

  it('limits the total, and the share of each network to the places left for others', () => {
    const { come } = setUp({ perNetwork: 2, total: 12, timeMs: 1_000 });
    const held = (address: string) => Array.from({ length: 12 }, () => come(address)).filter((it) => !it.destroyed);
    const [a, b, c] = [held('a'), held('b'), held('c')];
    expect([a.length, b.length, c.length]).toEqual([6, 3, 2]);
    expect([come('d').destroyed, come('e').destroyed]).toEqual([false, true]);
    a[0]!.destroy();
    expect([come('e').destroyed, come('f').destroyed]).toEqual([false, true]);
  });

  it('releases finished and closed connections exactly once', () => {
    const { come, finish } = setUp({ perNetwork: 1, total: 2, timeMs: 1_000 });
    const done = come('a');
    for (const _ of [1, 2]) finish(done);
    done.destroy();
    const [begun, other] = [come('a'), come('b')];
    expect([begun.destroyed, other.destroyed, come('c').destroyed]).toEqual([false, false, true]);
  });

  describe('timeouts', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('destroys those that wait too long, and gives a handshake its full time', () => {
      const { gate, come, finish } = setUp();
      const all = [come(), come(), come(), come()];
      jest.advanceTimersByTime(600);
      finish(all[0]!);
      jest.advanceTimersByTime(399);
      finish(all[1]!); // the last one starts
      jest.advanceTimersByTime(1);
      expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
      const late = come();
      jest.advanceTimersByTime(600);
      expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
      jest.advanceTimersByTime(399);
      expect(all[3]!.destroyed).toBe(true);
      finish(late);
      expect(gate.size).toBe(0);
    });

    it('destroys connections after the timeout, started or not', () => {
      const { gate, started, come, finish } = setUp();
      const first = [come(), come()];
      jest.advanceTimersByTime(999);
      const waiting = come();
      jest.advanceTimersByTime(1); // starts when those before are destroyed
      expect([...first, waiting].map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
      expect(started).toContain(waiting);
      finish(waiting);
      expect(gate.size).toBe(0);
    });

    it('destroys one that finds no place', () => {
      const { started, come, finish } = setUp();
      finish(come());
      const first = [come(), come()];
      const waiting = [come(), come()];
      for (const it of first) it.destroy = () => undefined; // they do not close
      jest.advanceTimersByTime(1_000);
      expect(waiting.map(({ destroyed }) => destroyed)).toEqual([true, true]);
      expect(started).not.toContain(waiting[0]);
    });
  });

  describe('handshakes that take long', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const limits = { perNetwork: 20, total: 200, timeMs: 600_000 };

    it('makes its network wait ten times as long, and not others', () => {
      const { gate, started, come, finish } = setUp(limits);
      const slow = come('a');
      gate.charge(slow as unknown as Socket, 300);
      finish(slow);
      const [next, other] = [come('a'), come('b')];
      expect(started).toEqual([slow, other]);
      jest.advanceTimersByTime(499);
      expect(started).not.toContain(next);
      jest.advanceTimersByTime(1);
      expect(started).toContain(next);
    });

    it('adds up', () => {
      const { gate, started, come } = setUp(limits);
      const slow = come('a');
      for (let n = 0; n < 2; n++) gate.charge(slow as unknown as Socket, 150);
      const next = come('a');
      jest.advanceTimersByTime(499);
      expect(started).not.toContain(next);
      jest.advanceTimersByTime(1);
      expect(started).toContain(next);
    });

    it('has no pause for a quarter of a second, of which a tenth of the time is forgiven', () => {
      const { gate, started, come } = setUp(limits);
      const slow = come('a');
      gate.charge(slow as unknown as Socket, 250);
      for (let n = 0; n < 5; n++) {
        jest.advanceTimersByTime(1_000);
        gate.charge(slow as unknown as Socket, 100);
      }
      const all = Array.from({ length: 12 }, () => come('a'));
      expect(started).toEqual([slow, ...all]);
      expect(slow.destroyed).toBe(false);
      gate.charge(slow as unknown as Socket, 20);
      expect(started).not.toContain(come('a'));
    });

    it('charges none of usual length', () => {
      const { gate, started, come } = setUp(limits);
      const first = come('a');
      for (let n = 0; n < 100; n++) gate.charge(first as unknown as Socket, 14);
      const next = come('a');
      expect(started).toContain(next);
    });

    it('destroys the others of its network that have begun when the wait is two seconds', () => {
      const { gate, come } = setUp(limits);
      const all = [come('a'), come('a'), come('b')];
      gate.charge(all[0] as unknown as Socket, 399);
      expect(all.some(({ destroyed }) => destroyed)).toBe(false);
      gate.charge(all[0] as unknown as Socket, 51);
      expect(all.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
    });

    it('begins eight at a time of its network for a minute after that', () => {
      const { gate, started, come, finish } = setUp(limits);
      const slow = come('a');
      gate.charge(slow as unknown as Socket, 350);
      finish(slow);
      const waiting = Array.from({ length: 12 }, () => come('a'));
      jest.advanceTimersByTime(1_000);
      expect(started).toEqual([slow, ...waiting.slice(0, 8)]);
      finish(waiting[0]!);
      expect(started).toHaveLength(10);
      jest.advanceTimersByTime(60_000);
      expect(started).toHaveLength(13);
      for (const it of waiting) finish(it);
      expect(gate.size).toBe(0);
    });
  });

  it('keeps no state of addresses without connections, or of connections closed before they entered', () => {
    const { gate, come, finish } = setUp();
    const all = [come(), come(), come()];
    for (const socket of all) finish(socket);
    const gone = new FakeSocket(undefined, 9);
    gate.enter(gone as unknown as Socket);
    expect([gate.size, gone.destroyed]).toEqual([0, true]);
  });
});

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
