import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ChurnMap } from '@orch/apimachinery';
import { clientNetwork } from '@orch/http';
import { type CpuClock, threadCpuClock } from '@orch/process';
import { awaitClientHello } from './await-client-hello.js';
import { mayHaveTakenLong } from './certificate-cost.js';
import { HandshakeTurns } from './handshake-turns.js';
import { PollClock } from './poll-clock.js';
import { FLOOD_CHECK_MS, RecordFloods } from './record-floods.js';

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

/** Shorter handshakes are not charged: they take a millisecond or two. */
const CHARGED_MS = 15;
/**
 * What a network may be charged without a pause: what else happens in the same poll, such as a garbage collection, is part of the measurement, and clients behind
 * one address may not fail for that.
 */
const FREE_MS = 250;
/** Time for which no handshake of a network begins, for each millisecond above that. As much time forgives a millisecond. */
const PAUSE_FACTOR = 10;
/** A pause of that length ends all handshakes of the network, as each may take as long as those that were charged. */
const HOSTILE_PAUSE_MS = 2_000;
/** Time after a pause in which few handshakes of the network are concurrent. */
const PROBATION_MS = 60_000;
const PROBATION_HANDSHAKES = 8;

/** A connection whose handshake is not finished. */
interface Unfinished {
  readonly connection: Socket;
  /** Its remote address and port: Node reports the end of a handshake with another object. */
  readonly end: string;
  readonly timer: NodeJS.Timeout;
}

/** A network whose handshakes took long. */
interface Debt {
  /** What it was charged, less what was forgiven, at `atMs`. */
  readonly chargedMs: number;
  readonly atMs: number;
  /** No handshake begins before. */
  readonly pausedUntilMs: number;
  /** It has had a pause in the last minute: few of its handshakes are concurrent. */
  readonly isSuspect: boolean;
  /** Ends the pause, or forgets the network. */
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
  private readonly debts = new Map<string, Debt>();
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

  /** Whether handshakes are not finished. */
  get isBusy(): boolean {
    return this.unfinished > 0;
  }

  /**
   * A handshake ended, well or not, after this time. A client may send a chain of certificates that OpenSSL checks for a second: its network waits ten times as
   * long for the next, so it has at most a tenth of the time, after a quarter of a second.
   * @param costMs CPU time.
   */
  charge(connection: FarEnd, costMs: number): void {
    const end = endOf(connection);
    if (costMs < CHARGED_MS || end === undefined) return;
    const key = clientNetwork(connection.remoteAddress!);
    const atMs = performance.now();
    const debt = this.debts.get(key);
    const owedMs = debt ? Math.max(0, debt.chargedMs - (atMs - debt.atMs) / PAUSE_FACTOR) : 0;
    const chargedMs = owedMs + costMs;
    const pauseMs = Math.max(0, chargedMs - FREE_MS) * PAUSE_FACTOR;
    clearTimeout(debt?.timer);
    const isSuspect = pauseMs > 0 || debt?.isSuspect === true;
    const timer = (
      pauseMs > 0
        ? setTimeout(() => this.endPause(key), pauseMs)
        : setTimeout(() => this.forgive(key), isSuspect ? PROBATION_MS : chargedMs * PAUSE_FACTOR)
    ).unref();
    this.debts.set(key, { chargedMs, atMs, pausedUntilMs: atMs + pauseMs, isSuspect, timer });
    if (pauseMs < HOSTILE_PAUSE_MS) return;
    for (const other of [...(this.networks.get(key)?.handshakes.values() ?? [])])
      if (other.end !== end) other.connection.destroy();
  }

  /** The TCP connection of a handshake, below its TLS. @param connection has the same remote address and port. */
  connectionOf(connection: FarEnd): Socket | undefined {
    const end = endOf(connection);
    const network = end === undefined ? undefined : this.networks.get(clientNetwork(connection.remoteAddress!));
    return network?.handshakes.get(end!)?.connection;
  }

  private mayBegin(key: string, { handshakes }: Network): boolean {
    const debt = this.debts.get(key);
    if (!debt?.isSuspect) return handshakes.size < this.limits.perNetwork;
    return handshakes.size < PROBATION_HANDSHAKES && performance.now() >= debt.pausedUntilMs;
  }

  private endPause(key: string): void {
    const debt = this.debts.get(key)!;
    const timer = setTimeout(() => this.forgive(key), PROBATION_MS).unref();
    this.debts.set(key, { ...debt, pausedUntilMs: -Infinity, timer });
    this.beginNext(key);
  }

  private forgive(key: string): void {
    this.debts.delete(key);
    this.beginNext(key);
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
const ignoreBroken = (): void => undefined;

/** Puts a gate in front of the handshakes of a TLS server. They begin when their first message is complete, and client networks take turns. */
export function guardHandshakes(
  server: Server,
  limits: HandshakeLimits,
  cpuClock: CpuClock = threadCpuClock(),
): HandshakeGate {
  const handlers = server.listeners('connection') as ((connection: Socket) => void)[];
  server.removeAllListeners('connection');
  const turns = new HandshakeTurns(() => clock.mark());
  const helloBytes = new WeakMap<Socket, number>();
  const begin = (connection: Socket): void => {
    connection.off('error', ignoreBroken);
    if (connection.destroyed) return;
    helloBytes.set(connection, connection.bytesRead);
    for (const handle of handlers) handle.call(server, connection);
  };
  const gate = new HandshakeGate(limits, (connection) => {
    const network = clientNetwork(connection.remoteAddress!);
    connection.on('error', ignoreBroken);
    awaitClientHello(connection, () => turns.add(network, () => begin(connection)));
  });
  const clock = new PollClock(() => gate.isBusy, cpuClock);
  server.prependListener('request', () => clock.mark());
  const ended = (connection: Socket, completed?: TLSSocket): void => {
    const costMs = clock.measure();
    if (costMs < CHARGED_MS) return;
    const raw = gate.connectionOf(connection);
    const bytes = raw ? raw.bytesRead - (helloBytes.get(raw) ?? 0) : Infinity;
    if (mayHaveTakenLong(completed, bytes)) gate.charge(connection, costMs);
  };
  server.on('connection', (connection: Socket) => {
    turns.accepted();
    gate.enter(connection);
    clock.start();
  });
  server.prependListener('tlsClientError', (_error, connection) => ended(connection as Socket));
  const floods = new RecordFloods((connection, costMs) => gate.charge(connection, costMs));
  const checking = setInterval(() => floods.check(), FLOOD_CHECK_MS).unref();
  server.once('close', () => clearInterval(checking));
  server.on('secureConnection', (connection: TLSSocket) => {
    ended(connection, connection);
    const raw = gate.connectionOf(connection);
    if (raw) floods.add(connection, raw);
    gate.finished(connection);
  });
  return gate;
}
