import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { DirectHandshake } from './direct-handshake.js';
import { awaitedRequest } from './first-request.js';

const HELLO_BYTES = 300;
class FakeSocket extends EventEmitter {
  destroyed = false;
  bytesRead = HELLO_BYTES;
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
  destroy(): void {
    this.close();
  }
}

function setUp() {
  let cpuMs = 0;
  const direct = new DirectHandshake(() => cpuMs);
  const begun: [name: string, isDirect: boolean][] = [];
  const come = (name: string, bytesRead = HELLO_BYTES, network = name): FakeSocket => {
    direct.trust(network);
    const socket = new FakeSocket();
    socket.bytesRead = bytesRead;
    const begin = (isDirect: boolean): void => void begun.push([name, isDirect]);
    direct.enter({ connection: socket as unknown as Socket, network, helloBytes: HELLO_BYTES, begin });
    return socket;
  };
  const comeOf = (network: string, name: string): FakeSocket => come(name, HELLO_BYTES, network);
  /** Its handshake ends after these bytes and this time. */
  const end = (socket: FakeSocket, bytes: number, tookMs: number): void => {
    socket.bytesRead += bytes;
    cpuMs += tookMs;
    direct.leave(socket as unknown as Socket);
  };
  return { direct, begun, come, comeOf, end };
}

describe('DirectHandshake', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is none of a network of which no administrator sent a request in the last hour', () => {
    const direct = new DirectHandshake(() => 0);
    const begun: boolean[] = [];
    const come = (): FakeSocket => {
      const socket = new FakeSocket();
      const begin = (isDirect: boolean): void => void begun.push(isDirect);
      direct.enter({ connection: socket as unknown as Socket, network: 'a', helloBytes: HELLO_BYTES, begin });
      return socket;
    };
    come();
    jest.advanceTimersByTime(1);
    direct.trust('a');
    come().close();
    jest.advanceTimersByTime(3_600_001);
    come();
    expect(begun).toEqual([false, true, false]);
  });

  describe('of connections of a network that is not trusted, which come at once', () => {
    function setUpUnknown() {
      jest.advanceTimersByTime(1);
      const direct = new DirectHandshake(() => 0);
      const begun: [name: number, isDirect: boolean][] = [];
      let count = 0;
      const come = (network = 'a'): FakeSocket => {
        const socket = new FakeSocket();
        const name = count++;
        const begin = (isDirect: boolean): void => void begun.push([name, isDirect]);
        direct.enter({ connection: socket as unknown as Socket, network, helloBytes: HELLO_BYTES, begin });
        return socket;
      };
      return { direct, begun, come };
    }

    it('waits until the first request of one of them is that of an administrator', () => {
      const { direct, begun, come } = setUpUnknown();
      for (let n = 0; n < 3; n++) come();
      come('other');
      expect(begun).toEqual([
        [0, false],
        [3, false],
      ]);
      direct.trust('a');
      expect(begun.slice(2)).toEqual([[1, true]]);
    });

    it.each<[string, (direct: DirectHandshake, first: FakeSocket) => void]>([
      ['is of someone else', (direct) => direct.decided('a')],
      ['does not come before it is closed', (_, first) => first.close()],
      ['does not come in 300 milliseconds', () => jest.advanceTimersByTime(300)],
    ])('is none when the first request %s, nor waited for again in a minute', (_, decide) => {
      const { direct, begun, come } = setUpUnknown();
      const first = come();
      come();
      come().close();
      expect(begun).toEqual([[0, false]]);
      decide(direct, first);
      expect(begun.slice(1)).toEqual([
        [1, false],
        [2, false],
      ]);
      jest.advanceTimersByTime(59_000);
      come();
      come();
      expect(begun).toHaveLength(5);
      jest.advanceTimersByTime(2_000);
      come();
      come();
      expect(begun).toHaveLength(6);
    });

    it('waits no longer than 50 milliseconds for a silent first one, then for the next', () => {
      const { direct, begun, come } = setUpUnknown();
      for (let n = 0; n < 4; n++) come();
      jest.advanceTimersByTime(49);
      expect(begun).toHaveLength(1);
      jest.advanceTimersByTime(1);
      expect(begun.slice(1)).toEqual([[1, false]]);
      direct.trust('a');
      expect(begun.slice(2)).toEqual([[2, true]]);
      jest.advanceTimersByTime(99); // the handshake of the third does not end
      expect(begun).toHaveLength(3);
    });

    it('waits for half of 256 connections at most', () => {
      const { direct, begun, come } = setUpUnknown();
      for (let n = 0; n < 130; n++) come();
      expect(begun.map(([name]) => name)).toEqual([0, 129]);
      for (let n = 0; n < 2; n++) come('b');
      expect(begun).toHaveLength(3);
      direct.decided('a');
      expect(begun).toHaveLength(131);
      for (let n = 0; n < 130; n++) come('c');
      expect(begun.slice(131).map(([name]) => name)).toEqual([132, 261]);
    });
  });

  it('is one at a time, in order, until it is finished or closed', () => {
    const { begun, come, end } = setUp();
    const [a, b] = [come('a'), come('b')];
    const gone = come('gone');
    gone.close();
    come('c');
    expect(begun).toEqual([['a', true]]);
    end(a, 2_000, 2);
    expect(begun.slice(1)).toEqual([['b', true]]);
    b.close();
    expect(begun.slice(2)).toEqual([['c', true]]);
  });

  it('is not waited for when its client is silent, or many wait', () => {
    const { begun, come } = setUp();
    const silent = come('silent');
    for (let n = 0; n < 257; n++) come(String(n));
    expect(begun.slice(1)).toEqual([['256', false]]);
    jest.advanceTimersByTime(100);
    expect(begun).toHaveLength(258);
    come('late');
    expect(begun.slice(1).every(([, isDirect]) => !isDirect)).toBe(true);
    silent.close();
    come('next');
    expect(begun.at(-1)).toEqual(['next', true]);
  });

  it('is waited for by other networks for 25 milliseconds, whatever it does', () => {
    const { begun, come, end } = setUp();
    const silent = come('silent');
    come('a');
    jest.advanceTimersByTime(24);
    expect(begun).toHaveLength(1);
    const next = come('b');
    jest.advanceTimersByTime(1);
    expect(begun.slice(1)).toEqual([['a', false]]);
    end(silent, 100, 1);
    end(next, 100, 1);
    expect(begun.slice(2)).toEqual([['b', true]]);
  });

  it('is of another network after one of many', () => {
    const { direct, begun, comeOf } = setUp();
    const first = comeOf('a', 'a0');
    for (const n of [1, 2, 3]) comeOf('a', `a${n}`);
    comeOf('b', 'b');
    direct.leave(first as unknown as Socket, true);
    expect(begun.map(([name]) => name)).toEqual(['a0', 'b']);
  });

  it('is waited for by others of its network until one sends no request of an administrator', () => {
    const { begun, comeOf } = setUp();
    const silent = comeOf('a', 'silent');
    for (const n of [1, 2, 3]) comeOf('a', `a${n}`);
    comeOf('b', 'b');
    silent.close();
    expect(begun.slice(1)).toEqual([
      ['a1', false],
      ['a2', false],
      ['a3', false],
      ['b', true],
    ]);
  });

  it('is none of a connection that sent more than its ClientHello', () => {
    const { begun, come } = setUp();
    come('eager', HELLO_BYTES + 1);
    expect(begun).toEqual([['eager', false]]);
  });

  it('is none of a network for ten thousand times as long as one took, if that took long', () => {
    const { begun, come, end } = setUp();
    end(come('usual'), 512, 40);
    end(come('slow'), 513, 15);
    for (const name of ['usual', 'slow']) come(name).close();
    jest.advanceTimersByTime(150_000);
    come('slow');
    expect(begun.slice(2)).toEqual([
      ['usual', true],
      ['slow', false],
      ['slow', true],
    ]);
  });

  it('is none of any network for ten thousand times as long as one with too many bytes took, or a flood', () => {
    const { direct, begun, come, end } = setUp();
    const slow = come('slow');
    come('waiting');
    end(slow, 8_192, 50);
    direct.alarm(8);
    jest.advanceTimersByTime(579_999);
    come('early');
    jest.advanceTimersByTime(1);
    end(come('usual'), 8_191, 50);
    come('other');
    expect(begun).toEqual([
      ['slow', true],
      ['waiting', false],
      ['early', false],
      ['usual', true],
      ['other', true],
    ]);
  });

  it('keeps ten thousand networks that are not trusted', () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { begun, come, end } = setUp();
    for (let n = 0; n <= 10_000; n++) {
      const socket = come(String(n));
      end(socket, 513, 15);
      socket.close();
    }
    for (const name of ['1', '0']) come(name);
    expect(begun.slice(10_001)).toEqual([
      ['1', false],
      ['0', true],
    ]);
  });

  it('leaves half of 256 places to other networks, until its connections close', () => {
    const { direct, begun, comeOf } = setUp();
    const sockets = Array.from({ length: 129 }, (_, n) => {
      const socket = comeOf('a', String(n));
      direct.leave(socket as unknown as Socket);
      return socket;
    });
    expect(begun.filter(([, isDirect]) => isDirect)).toHaveLength(128);
    sockets[0]!.close();
    comeOf('a', 'next');
    expect(begun.slice(-2)).toEqual([
      ['128', false],
      ['next', true],
    ]);
  });

  /** @param group of the user of the first request. */
  const ask = (socket: FakeSocket, group: string): void =>
    awaitedRequest(socket as unknown as Socket)?.(group === 'system:masters');

  it('leaves one of 2 places of others than administrators to other networks, until their connections close', () => {
    const { direct, begun, comeOf } = setUp();
    const sockets = Array.from({ length: 2 }, (_, n) => {
      const socket = comeOf('a', String(n));
      if (direct.connection) direct.complete(socket as unknown as TLSSocket);
      ask(socket, 'system:authenticated');
      return socket;
    });
    const other = comeOf('b', 'b');
    expect(begun.slice(-2)).toEqual([
      ['1', false],
      ['b', true],
    ]);
    ask(sockets[0]!, 'system:masters');
    comeOf('a', 'early');
    sockets[0]!.close();
    direct.complete(other as unknown as TLSSocket);
    ask(other, 'system:masters');
    comeOf('a', 'next');
    expect(begun.slice(-2)).toEqual([
      ['early', false],
      ['next', true],
    ]);
  });

  it.each([
    [90, 4],
    [20, 12],
  ])('is waited for up to 300 milliseconds by others of its network: %d ms each', (eachMs, count) => {
    const { direct, begun, comeOf } = setUp();
    for (const socket of Array.from({ length: 12 }, (_, n) => comeOf('a', String(n)))) {
      jest.advanceTimersByTime(eachMs);
      if (direct.connection) direct.complete(socket as unknown as TLSSocket);
      ask(socket, 'system:masters');
    }
    expect(begun.map(([, isDirect]) => isDirect)).toEqual(Array.from({ length: 12 }, (_, n) => n < count));
  });

  it('is waited for until its first request came, or for a tenth of a second', () => {
    const { direct, begun, comeOf } = setUp();
    const sockets = Array.from({ length: 5 }, (_, n) => comeOf('a', String(n)));
    for (const socket of sockets.slice(0, 3)) {
      direct.complete(socket as unknown as TLSSocket);
      ask(socket, 'system:masters');
    }
    expect(begun.map(([, isDirect]) => isDirect)).toEqual([true, true, true, true]);
    direct.complete(sockets[3] as unknown as TLSSocket);
    expect(begun).toHaveLength(4);
    jest.advanceTimersByTime(100);
    expect(begun.slice(4)).toEqual([['4', false]]);
    comeOf('b', 'other');
    expect(begun.slice(5)).toEqual([['other', true]]);
  });

  it('ends when its flight is too long', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { come } = setUp();
    const socket = come('a');
    socket.bytesRead += 8_192;
    await new Promise(setImmediate);
    expect(socket.destroyed).toBe(true);
  });

  it('is seen to take long before it ends', async () => {
    jest.useRealTimers();
    let cpuMs = 0;
    const direct = new DirectHandshake(() => cpuMs);
    direct.trust('a');
    const begun: boolean[] = [];
    const begin = (isDirect: boolean): void => void begun.push(isDirect);
    const sockets = [new FakeSocket(), new FakeSocket()];
    const enter = (socket: FakeSocket): void =>
      direct.enter({ connection: socket as unknown as Socket, network: 'a', helloBytes: HELLO_BYTES, begin });
    enter(sockets[0]!);
    sockets[0]!.bytesRead += 8_000;
    cpuMs += 500;
    await new Promise(setImmediate);
    enter(sockets[1]!);
    expect(begun).toEqual([true, false]);
  });
});
