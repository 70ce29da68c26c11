import type { Socket } from 'node:net';
import { ChurnMap, SharedPlaces } from '@orch/apimachinery';
import { clientNetwork } from '../client-network.js';
import { CHARGED_MS, HandshakeDebts } from './handshake-debts.js';

/** Limits of a gate. */
export interface HandshakeLimits {
  /** Concurrent handshakes of one client network; more connections wait. */
  readonly perNetwork: number;
  /** Connections that wait or are in their handshake, of all networks, which share them ({@link SharedPlaces}). */
  readonly total: number;
  /** Timeout of a handshake, and of the wait before it. The connection is destroyed. Unit: milliseconds. */
  readonly timeMs: number;
}

/**
 * More than legitimate clients behind one address need, even if thousands of them reconnect at once: a handshake takes
 * a millisecond or two. Silent connections of one address then hold some 30 MiB at most, for ten seconds.
 */
export const HANDSHAKE_LIMITS: HandshakeLimits = { perNetwork: 1_024, total: 16_384, timeMs: 10_000 };

/** Unfinished connections of a client network, with their timeouts. */
interface Network {
  readonly handshakes: ChurnMap<Socket, NodeJS.Timeout>;
  /** In order of arrival: TCP only, without TLS state in memory. */
  readonly waiting: ChurnMap<Socket, NodeJS.Timeout>;
}

/**
 * Limits connections before their first request, per client network: a client that opens many silent connections holds
 * little memory, for a short time, and leaves room for others.
 */
export class HandshakeGate {
  private readonly networks = new ChurnMap<string, Network>();
  private readonly debts = new HandshakeDebts((network) => this.beginNext(network));
  private readonly unfinished: SharedPlaces;

  /** @param start starts the handshake of a connection, of a client network. */
  constructor(
    private readonly limits: HandshakeLimits,
    private readonly start: (connection: Socket, network: string) => void,
  ) {
    this.unfinished = new SharedPlaces(limits.total);
  }

  /** Networks with state. */
  get size(): number {
    return this.networks.size;
  }

  /** Accepts a new connection. */
  enter(connection: Socket): void {
    const { remoteAddress } = connection;
    if (remoteAddress === undefined) return void connection.destroy(); // closed already
    const key = clientNetwork(remoteAddress);
    if (!this.unfinished.hasRoom(key)) return void connection.destroy();
    this.unfinished.take(key);
    const known = this.networks.get(key);
    const network = known ?? { handshakes: new ChurnMap(), waiting: new ChurnMap() };
    if (!known) this.networks.set(key, network);
    const timer = setTimeout(() => connection.destroy(), this.limits.timeMs);
    timer.unref();
    connection.once('close', () => this.leave(key, connection));
    if (this.mayBegin(key, network)) this.begin(key, network, connection, timer);
    else {
      network.waiting.set(connection, timer);
      connection.on('error', ignoreBroken);
    }
  }

  /** The handshake of a connection is finished. */
  finished(connection: Socket): void {
    this.leave(clientNetwork(connection.remoteAddress!), connection);
  }

  /** A network took this time: see {@link HandshakeDebts}. @param costMs CPU time. @param connection whose handshake it was: it goes on. */
  charge(network: string, costMs: number, connection?: Socket): void {
    if (costMs < CHARGED_MS || !this.debts.charge(network, costMs)) return;
    for (const other of [...(this.networks.get(network)?.handshakes.keys() ?? [])])
      if (other !== connection) other.destroy();
  }

  private mayBegin(key: string, { handshakes }: Network): boolean {
    return handshakes.size < Math.min(this.limits.perNetwork, this.debts.mostOf(key));
  }

  /** Begins as many of those that wait as may. */
  private beginNext(key: string): void {
    const network = this.networks.get(key);
    if (!network) return;
    for (let [next] = network.waiting.keys(); next && this.mayBegin(key, network); [next] = network.waiting.keys()) {
      const timer = network.waiting.get(next)!.refresh();
      network.waiting.delete(next);
      next.off('error', ignoreBroken);
      this.begin(key, network, next, timer);
    }
    if (network.handshakes.size + network.waiting.size === 0) this.networks.delete(key);
  }

  private begin(key: string, network: Network, connection: Socket, timer: NodeJS.Timeout): void {
    network.handshakes.set(connection, timer);
    if (!connection.destroyed) this.start(connection, key); // otherwise `close` follows
  }

  /** The handshake of a connection is finished, or it is closed: once or twice. */
  private leave(key: string, connection: Socket): void {
    const network = this.networks.get(key);
    const timer = network?.handshakes.get(connection) ?? network?.waiting.get(connection);
    if (!network || !timer) return;
    network.handshakes.delete(connection);
    network.waiting.delete(connection);
    clearTimeout(timer);
    this.unfinished.release(key);
    this.beginNext(key);
  }
}

/** `close` follows, and removes it. */
export const ignoreBroken = (): void => undefined;
