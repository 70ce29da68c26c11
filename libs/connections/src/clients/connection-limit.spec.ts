import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { ConnectionLimit } from './connection-limit.js';

class FakeSocket extends EventEmitter {
  destroyed = false;
  constructor(readonly remoteAddress: string | undefined) {
    super();
  }
  destroy(): void {
    this.destroyed = true;
  }
}

/** Connections of an address that are accepted, until one is not. */
function fill(limit: ConnectionLimit, address: string): FakeSocket[] {
  const open: FakeSocket[] = [];
  for (;;) {
    const socket = new FakeSocket(address);
    limit.enter(socket as unknown as Socket);
    if (socket.destroyed) return open;
    open.push(socket);
  }
}

describe('ConnectionLimit', () => {
  it('gives a client network as many connections as stay free', () => {
    const limit = new ConnectionLimit(12);
    expect(fill(limit, '192.0.2.1')).toHaveLength(6);
    expect(fill(limit, '192.0.2.2')).toHaveLength(3);
    expect(fill(limit, '192.0.2.3')).toHaveLength(2);
  });

  it('counts the addresses of a network of IPv6 together', () => {
    const limit = new ConnectionLimit(12);
    expect(fill(limit, '2001:db8::1')).toHaveLength(6);
    expect(fill(limit, '2001:db8::2')).toHaveLength(0);
  });

  it('has room again when connections close', () => {
    const limit = new ConnectionLimit(12);
    for (const socket of fill(limit, '192.0.2.1')) socket.emit('close');
    expect(fill(limit, '192.0.2.2')).toHaveLength(6);
  });

  it('destroys those that are open at its end, and later ones', () => {
    const limit = new ConnectionLimit(12);
    const [gone, ...open] = fill(limit, '192.0.2.1');
    gone!.emit('close');
    limit.destroyAll();
    expect([gone!, ...open].map(({ destroyed }) => destroyed)).toEqual([false, ...open.map(() => true)]);
    for (const socket of open) socket.emit('close');
    expect(fill(limit, '192.0.2.1')).toEqual([]);
  });
});
