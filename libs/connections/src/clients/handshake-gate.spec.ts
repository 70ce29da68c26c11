import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { HandshakeGate } from './handshake-gate.js';

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
  const finish = (socket: FakeSocket) => gate.finished(socket as unknown as Socket);
  const charge = (socket: FakeSocket, costMs: number) => gate.charge('a', costMs, socket as unknown as Socket);
  return { gate, started, come, finish, charge };
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

  it('releases a connection that closes when another one has its port already', () => {
    const { come, finish } = setUp({ perNetwork: 2, total: 3, timeMs: 1_000 });
    const reset = come('a', 7);
    const again = come('a', 7);
    reset.destroy();
    finish(again);
    expect(['a', 'b', 'c'].map((address) => come(address).destroyed)).toEqual([false, false, false]);
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
      const { started, come, finish, charge } = setUp(limits);
      const slow = come('a');
      charge(slow, 300);
      finish(slow);
      const [next, other] = [come('a'), come('b')];
      expect(started).toEqual([slow, other]);
      jest.advanceTimersByTime(499);
      expect(started).not.toContain(next);
      jest.advanceTimersByTime(1);
      expect(started).toContain(next);
    });

    it('adds up', () => {
      const { started, come, charge } = setUp(limits);
      const slow = come('a');
      for (let n = 0; n < 2; n++) charge(slow, 150);
      const next = come('a');
      jest.advanceTimersByTime(499);
      expect(started).not.toContain(next);
      jest.advanceTimersByTime(1);
      expect(started).toContain(next);
    });

    it('has no pause for a quarter of a second, of which a tenth of the time is forgiven', () => {
      const { started, come, charge } = setUp(limits);
      const slow = come('a');
      charge(slow, 250);
      for (let n = 0; n < 5; n++) {
        jest.advanceTimersByTime(1_000);
        charge(slow, 100);
      }
      const all = Array.from({ length: 12 }, () => come('a'));
      expect(started).toEqual([slow, ...all]);
      expect(slow.destroyed).toBe(false);
      charge(slow, 20);
      expect(started).not.toContain(come('a'));
    });

    it('charges none of usual length', () => {
      const { started, come, charge } = setUp(limits);
      const first = come('a');
      for (let n = 0; n < 100; n++) charge(first, 14);
      const next = come('a');
      expect(started).toContain(next);
    });

    it('destroys the others of its network that have begun when the wait is two seconds', () => {
      const { come, charge } = setUp(limits);
      const all = [come('a'), come('a'), come('b')];
      charge(all[0]!, 399);
      expect(all.some(({ destroyed }) => destroyed)).toBe(false);
      charge(all[0]!, 51);
      expect(all.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
    });

    it('begins eight at a time of its network for a minute after that', () => {
      const { gate, started, come, finish, charge } = setUp(limits);
      const slow = come('a');
      charge(slow, 350);
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
