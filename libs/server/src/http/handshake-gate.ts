import type { Socket } from 'node:net';
import { ChurnMap } from '@orch/apimachinery';
import { clientNetwork } from '@orch/http';
import { CHARGED_MS, HandshakeDebts } from './handshake-debts.js';

/** Limits of a gate. */
export interface HandshakeLimits {
  /** Concurrent handshakes of one client network; more connections wait. */
  readonly perNetwork: number;
  /**
   * Connections that wait or are in their handshake, of all networks. One network gets at most as many as stay free:
   * one alone holds half, two hold a third each, so a new network always finds a place.
   */
  readonly total: number;
  /** Timeout of a handshake, and of the wait before it. The connection is destroyed. Unit: milliseconds. */
  readonly timeMs: number;
}

/**
 * More than legitimate clients behind one address need, even if thousands of them reconnect at once: a handshake takes
 * a millisecond or two. Silent connections of one address then hold some 30 MiB at most, for ten seconds.
 */
export const HANDSHAKE_LIMITS: HandshakeLimits = { perNetwork: 1_024, total: 16_384, timeMs: 10_000 };

/** A connection whose handshake is not finished. */
interface Unfinished {
  readonly connection: Socket;
  /** Its remote address and port. */
  readonly end: string;
  readonly timer: NodeJS.Timeout;
}

interface Network {
  /** By remote address and port. */
  readonly handshakes: ChurnMap<string, Unfinished>;
  /** In order of arrival: TCP only, without TLS state in memory. */
  readonly waiting: ChurnMap<Socket, Unfinished>;
}

type FarEnd = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/**
 * Limits connections before their first request, per client network: a client that opens many silent connections holds
 * little memory, for a short time, and leaves room for others.
 */
export class HandshakeGate {
  private readonly networks = new ChurnMap<string, Network>();
  private readonly debts = new HandshakeDebts((network) => this.beginNext(network));
  private unfinished = 0;

  /** @param start starts the handshake of a connection. */
  constructor(
    private readonly limits: HandshakeLimits,
    private readonly start: (connection: Socket) => void,
  ) {}

  /** Networks with state. */
  get size(): number {
    return this.networks.size;
  }

  /** Accepts a new connection. */
  enter(connection: Socket): void {
    const { remoteAddress } = connection;
    const end = endOf(connection);
    if (remoteAddress === undefined || end === undefined) {
      connection.destroy(); // closed already
      return;
    }
    const key = clientNetwork(remoteAddress);
    const known = this.networks.get(key);
    const held = known ? known.handshakes.size + known.waiting.size : 0;
    if (held >= this.limits.total - this.unfinished) {
      connection.destroy();
      return;
    }
    const network = known ?? { handshakes: new ChurnMap(), waiting: new ChurnMap() };
    if (!known) this.networks.set(key, network);
    this.unfinished++;
    const timer = setTimeout(() => connection.destroy(), this.limits.timeMs);
    timer.unref();
    const entry: Unfinished = { connection, end, timer };
    connection.once('close', () => this.leave(key, end, connection));
    if (this.mayBegin(key, network)) this.begin(network, entry);
    else {
      network.waiting.set(connection, entry);
      connection.on('error', ignoreBroken);
    }
  }

  /** The handshake of a connection is finished. @param connection has the same remote address and port. */
  finished(connection: FarEnd): void {
    const end = endOf(connection);
    if (end !== undefined) this.leave(clientNetwork(connection.remoteAddress!), end);
  }

  /** A handshake of the network took this time: see {@link HandshakeDebts}. @param costMs CPU time. */
  charge(connection: FarEnd, costMs: number): void {
    if (costMs < CHARGED_MS) return;
    const end = endOf(connection);
    if (end === undefined) return;
    const key = clientNetwork(connection.remoteAddress!);
    if (!this.debts.charge(key, costMs)) return;
    for (const other of [...(this.networks.get(key)?.handshakes.values() ?? [])])
      if (other.end !== end) other.connection.destroy();
  }

  private mayBegin(key: string, { handshakes }: Network): boolean {
    return handshakes.size < Math.min(this.limits.perNetwork, this.debts.mostOf(key));
  }

  /** Begins as many of those that wait as may. */
  private beginNext(key: string): void {
    const network = this.networks.get(key);
    if (!network) return;
    for (
      let [next] = network.waiting.values();
      next && this.mayBegin(key, network);
      [next] = network.waiting.values()
    ) {
      network.waiting.delete(next.connection);
      next.connection.off('error', ignoreBroken);
      next.timer.refresh();
      this.begin(network, next);
    }
    if (network.handshakes.size + network.waiting.size === 0) this.networks.delete(key);
  }

  private begin(network: Network, entry: Unfinished): void {
    network.handshakes.set(entry.end, entry);
    if (!entry.connection.destroyed) this.start(entry.connection); // otherwise `close` follows
  }

  private leave(key: string, end: string, closed?: Socket): void {
    const network = this.networks.get(key);
    if (!network) return;
    const waited = closed && network.waiting.get(closed);
    if (waited) {
      network.waiting.delete(waited.connection);
      this.forget(waited);
      return this.beginNext(key);
    }
    const handshake = network.handshakes.get(end);
    // A port may be in use again when the `close` of its last connection arrives.
    if (!handshake || (closed && handshake.connection !== closed)) return;
    network.handshakes.delete(end);
    this.forget(handshake);
    this.beginNext(key);
  }

  private forget({ timer }: Unfinished): void {
    clearTimeout(timer);
    this.unfinished--;
  }
}

const endOf = ({ remoteAddress, remotePort }: FarEnd): string | undefined =>
  remoteAddress === undefined || remotePort === undefined ? undefined : `${remoteAddress} ${remotePort}`;

/** `close` follows, and removes it. */
export const ignoreBroken = (): void => undefined;
