import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PassingMap } from '@orch/apimachinery';

/** What a gate lets through. */
export interface HandshakeLimits {
  /** Handshakes of one address at once. */
  readonly perAddress: number;
  /** Connections of one address that wait for theirs; more are cut. */
  readonly waitingPerAddress: number;
  /** A handshake that is not finished after this time is cut. Unit: milliseconds. */
  readonly timeMs: number;
}

/**
 * More than honest clients behind one address need, even if thousands of them come back at once: a handshake takes a millisecond or
 * two. Silent connections of one address then hold some 30 MiB at most, for ten seconds.
 */
export const HANDSHAKE_LIMITS: HandshakeLimits = { perAddress: 1_024, waitingPerAddress: 8_192, timeMs: 10_000 };

/** A connection in its handshake; by its port, since Node tells of the end of a handshake with another object. */
interface Handshake {
  readonly connection: Socket;
  readonly timer: NodeJS.Timeout;
}

interface Address {
  readonly handshakes: PassingMap<number, Handshake>;
  /** With their ports, in order of arrival: TCP only, nothing of TLS is in memory for them. */
  readonly waiting: PassingMap<Socket, number>;
}

/**
 * Bounds connections that are no requests yet, address by address: whoever opens many and says nothing holds little memory, for a
 * short time, and takes nothing from others.
 */
export class HandshakeGate {
  private readonly addresses = new PassingMap<string, Address>();

  /** @param start begins the handshake of a connection. */
  constructor(
    private readonly limits: HandshakeLimits,
    private readonly start: (connection: Socket) => void,
  ) {}

  /** Addresses of which something is kept. */
  get size(): number {
    return this.addresses.size;
  }

  /** Takes a new connection. */
  enter(connection: Socket): void {
    const { remoteAddress: key, remotePort: port } = connection;
    if (key === undefined || port === undefined) {
      connection.destroy(); // it is gone already
      return;
    }
    let address = this.addresses.get(key);
    if (!address) this.addresses.set(key, (address = { handshakes: new PassingMap(), waiting: new PassingMap() }));
    if (address.handshakes.size < this.limits.perAddress) this.begin(address, connection, port);
    else if (address.waiting.size < this.limits.waitingPerAddress) {
      address.waiting.set(connection, port);
      connection.on('error', ignoreBroken);
    } else {
      connection.destroy();
      return;
    }
    connection.once('close', () => this.leave(key, port, connection));
  }

  /** The handshake of a connection is done. @param connection has the same far end. */
  finished({ remoteAddress: key, remotePort: port }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
    if (key !== undefined && port !== undefined) this.leave(key, port);
  }

  private begin(address: Address, connection: Socket, port: number): void {
    const timer = setTimeout(() => connection.destroy(), this.limits.timeMs);
    timer.unref();
    address.handshakes.set(port, { connection, timer });
    if (!connection.destroyed) this.start(connection); // otherwise `close` is on its way
  }

  private leave(key: string, port: number, closed?: Socket): void {
    const address = this.addresses.get(key);
    if (!address) return;
    if (closed && address.waiting.get(closed) !== undefined) return address.waiting.delete(closed);
    const handshake = address.handshakes.get(port);
    // A port may be in use again by the time that its last connection is closed.
    if (!handshake || (closed && handshake.connection !== closed)) return;
    clearTimeout(handshake.timer);
    address.handshakes.delete(port);
    const [next] = address.waiting.keys();
    if (next) {
      const itsPort = address.waiting.get(next)!;
      address.waiting.delete(next);
      next.off('error', ignoreBroken);
      this.begin(address, next, itsPort);
    } else if (address.handshakes.size === 0) this.addresses.delete(key);
  }
}

/** `close` follows, and takes it out. */
const ignoreBroken = (): void => undefined;

/** Puts a gate before the handshakes of a TLS server. */
export function guardHandshakes(server: Server, limits: HandshakeLimits): HandshakeGate {
  const handlers = server.listeners('connection') as ((connection: Socket) => void)[];
  server.removeAllListeners('connection');
  const gate = new HandshakeGate(limits, (connection) => {
    for (const handle of handlers) handle.call(server, connection);
  });
  server.on('connection', (connection: Socket) => gate.enter(connection));
  server.on('secureConnection', (connection: Socket) => gate.finished(connection));
  return gate;
}
