import type { Socket } from 'node:net';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { SharedPlaces } from '@orch/apimachinery';
import type { CpuClock } from '@orch/process';
import { LRUCache } from 'lru-cache';
import { MAX_FLIGHT_BYTES } from '../layers/handshake-flight.js';
import { CHARGED_MS } from './handshake-debts.js';
import { awaitFirstRequest } from './first-request.js';

/**
 * Direct connections at a time; one client network has half of them at most. One poll reads up to 512 KiB of each in one step, more than a receive buffer had at first, as more arrives
 * meanwhile. 512 KiB of key updates take a twentieth of a second, and hundreds of connections may send them at once.
 */
const MAX_DIRECT = 256;
/** Those of them whose first request did not come, or not of an administrator or a controller. */
const MAX_UNTRUSTED = 2;
/** Time for which a network is trusted after such a request was the first on one of its connections. */
const TRUST_MS = 3_600_000;
/** Of more networks the first is not trusted any more. */
const MAX_TRUSTED = 1_000;
/** Bytes after the ClientHello in which no certificate can take long. */
export const NO_CHAIN_BYTES = 512;
/** CPU time between two polls in which more than the longest flight arrived, from which on no handshake is direct. */
const ALARM_MS = 50;
/** Time without direct handshakes for each millisecond: an hour for certificates that take a third of a second, a few minutes for other work of the same poll. */
const SUSPICION_FACTOR = 10_000;
/** Of more networks the first is one of the others again. */
const MAX_SUSPECTS = 10_000;
/** Time after which no connection waits for a direct handshake and its first request: its client is far away, or silent. */
const WAIT_MS = 100;
/**
 * How long a connection waits for those of its own network, as of a client that opens many connections at once: each takes 5 to 20 ms on the same host, so that tens of them are
 * direct, and a round trip from afar,
 */
const WAIT_FOR_OWN_MS = 300;
/** and behind one of another network, whatever that does. */
const WAIT_FOR_OTHERS_MS = 25;
/** More do not wait. */
const MAX_WAITING = 256;
/** Time after which the first request of the next one may decide instead, as the client of the first may be silent. */
const TRY_NEXT_MS = 50;
/** Time in which connections of a network that is not trusted wait once for the first request of another one. */
const ASKED_MS = 60_000;

interface Entry {
  readonly connection: Socket;
  readonly network: string;
  /** Bytes of its ClientHello. */
  readonly helloBytes: number;
  /** Called once, now or when the handshake before it ends. */
  readonly begin: (isDirect: boolean) => void;
}

/**
 * Decides which connections are direct: OpenSSL reads the TCP connection itself, which takes a third less time for each request than a guarded connection, but checks
 * certificates of any length as they arrive, and key updates of many connections in one step. Node cannot make a connection direct after its handshake. So only networks
 * of administrators have direct connections, and few for others who share their address. One handshake at a time is direct, and none for ten thousand times as long as one
 * took: all certificates that take long have a ten-thousandth of the time.
 */
export class DirectHandshake {
  private holder: Entry | undefined;
  /** The handshake of the holder; its first request is waited for. */
  private isComplete = false;
  private readonly places = new SharedPlaces(MAX_DIRECT);
  private readonly untrusted = new SharedPlaces(MAX_UNTRUSTED);
  /** Networks of administrators. */
  private readonly trusted = new LRUCache<string, true>({
    max: MAX_TRUSTED,
    ttl: TRUST_MS,
    perf: { now: () => performance.now() },
  });
  /** Networks whose handshakes took long, and until when none is direct. */
  private readonly suspects = new Map<string, number>();
  /** Networks whose connections waited for the first request of one, or need not wait for it. */
  private readonly asked = new LRUCache<string, true>({
    max: MAX_SUSPECTS,
    ttl: ASKED_MS,
    perf: { now: () => performance.now() },
  });
  /** Connections that wait for the first request of the first connection of their network. */
  private readonly undecided = new Map<string, Entry[]>();
  private readonly undecidedPlaces = new SharedPlaces(MAX_WAITING);
  /** With the ends of their waits. */
  private readonly waiting = new Map<Entry, NodeJS.Timeout>();
  private alarmUntilMs = -Infinity;
  private markedMs = 0;
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly cpuClock: CpuClock) {}

  /** The connection whose handshake is direct and not finished. */
  get connection(): Socket | undefined {
    return this.isComplete ? undefined : this.holder?.connection;
  }

  /** A connection whose ClientHello is complete. */
  enter(entry: Entry): void {
    const { connection, network, helloBytes, begin } = entry;
    if (!this.trusted.has(network) && this.awaitsDecision(entry)) return;
    // What follows the ClientHello at once may be a chain of certificates.
    const mayBeDirect = connection.bytesRead === helloBytes && this.isTrusted(network) && this.hasRoom(network);
    if (!mayBeDirect) return begin(false);
    if (!this.holder) return this.take(entry);
    if (!this.patience || this.waiting.size >= MAX_WAITING) return begin(false);
    const mostMs = network === this.holder.network ? WAIT_FOR_OWN_MS : WAIT_FOR_OTHERS_MS;
    this.waiting.set(entry, setTimeout(() => this.endWait(entry).begin(false), mostMs).unref());
  }

  /** An administrator sent a request from there. */
  trust(network: string): void {
    this.trusted.set(network, true);
    this.decided(network);
  }

  /** The first request of a connection of the network came, or none will. */
  decided(network: string): void {
    const others = this.undecided.get(network);
    if (!others) return;
    this.undecided.delete(network);
    this.undecidedPlaces.release(network, others.length);
    for (const other of others) this.enter(other);
  }

  /** No handshake is direct for a time. @param costMs CPU time that direct connections took. */
  alarm(costMs: number): void {
    this.alarmUntilMs = Math.max(this.alarmUntilMs, performance.now()) + costMs * SUSPICION_FACTOR;
  }

  /** The handshake is complete: its first request is waited for. @param secure is destroyed if it has more certificates than a guarded connection may have. */
  complete(secure: TLSSocket): void {
    const { connection, network, helloBytes } = this.holder!;
    // Requests may follow in the same read.
    if (connection.bytesRead - helloBytes >= MAX_FLIGHT_BYTES && certificateBytes(secure) >= MAX_FLIGHT_BYTES)
      secure.destroy();
    this.check();
    this.isComplete = true;
    this.untrusted.take(network);
    if (!this.patience) this.leave(connection);
    awaitFirstRequest(secure, (isTrusted) => {
      if (isTrusted === false) secure.once('close', () => this.untrusted.release(network));
      else this.untrusted.release(network);
      if (isTrusted) this.trust(network);
      this.leave(connection, isTrusted);
    });
  }

  /**
   * The first request of the connection came, or it is closed, or no other waits for it. Others are ignored.
   * @param isTrusted whether an administrator or a controller sent the request. If not, no other of its network waits: the next may be silent, too.
   */
  leave(connection: Socket, isTrusted = false): void {
    if (this.holder?.connection !== connection) return;
    const { network } = this.holder;
    if (!this.isComplete) this.check();
    this.holder = undefined;
    clearTimeout(this.patience);
    this.patience = undefined;
    for (const other of isTrusted ? [] : this.waiting.keys())
      if (other.network === network) this.endWait(other).begin(false);
    while (!this.holder && this.waiting.size > 0) {
      const all = [...this.waiting.keys()];
      this.enter(this.endWait(all.find((entry) => entry.network !== network) ?? all[0]!));
    }
  }

  /** Of connections that the client of an administrator opens at once only the first is guarded. @returns whether this one waits for the first request of that. */
  private awaitsDecision(entry: Entry): boolean {
    const { connection, network } = entry;
    const others = this.undecided.get(network);
    if (others) {
      if (!this.undecidedPlaces.hasRoom(network)) return false;
      this.undecidedPlaces.take(network);
      others.push(entry);
      return true;
    }
    if (this.asked.has(network)) return false;
    this.asked.set(network, true);
    this.undecided.set(network, []);
    connection.once('close', () => this.decided(network));
    this.decideAfter(TRY_NEXT_MS, network);
    return false;
  }

  /** @param waitedMs when this time is over, the next one that waits may decide, too. */
  private decideAfter(waitedMs: number, network: string): void {
    const tryNext = (): void => {
      const others = this.undecided.get(network);
      if (!others) return;
      if (waitedMs >= WAIT_FOR_OWN_MS) return this.decided(network);
      this.undecidedPlaces.release(network, Math.min(others.length, 1));
      others.shift()?.begin(false);
      this.decideAfter(waitedMs + TRY_NEXT_MS, network);
    };
    setTimeout(tryNext, TRY_NEXT_MS).unref();
  }

  private hasRoom(network: string): boolean {
    return this.places.hasRoom(network) && this.untrusted.hasRoom(network);
  }

  private endWait(entry: Entry): Entry {
    clearTimeout(this.waiting.get(entry));
    this.waiting.delete(entry);
    return entry;
  }

  private take(entry: Entry): void {
    const { connection, network, begin } = entry;
    if (connection.destroyed) return;
    this.holder = entry;
    this.isComplete = false;
    this.places.take(network);
    connection.once('close', () => {
      this.places.release(network);
      this.leave(connection);
    });
    this.patience = setTimeout(() => {
      this.patience = undefined;
      for (const other of this.waiting.keys()) this.endWait(other).begin(false);
      if (this.isComplete) this.leave(connection);
    }, WAIT_MS).unref();
    this.markedMs = this.cpuClock();
    this.watchPolls(connection);
    begin(true);
  }

  /** An immediate that does not keep the loop awake runs after the next poll. */
  private watchPolls(connection: Socket): void {
    setImmediate(() => {
      if (this.holder?.connection !== connection || this.isComplete) return;
      this.check();
      if (connection.bytesRead - this.holder.helloBytes >= MAX_FLIGHT_BYTES) connection.destroy();
      else this.watchPolls(connection);
    }).unref();
  }

  /** Work of others in the same poll may be part of the time. Then connections are guarded without need. */
  private check(): void {
    const { connection, network, helloBytes } = this.holder!;
    const nowMs = this.cpuClock();
    const tookMs = nowMs - this.markedMs;
    this.markedMs = nowMs;
    const flightBytes = connection.bytesRead - helloBytes;
    if (tookMs < CHARGED_MS || flightBytes <= NO_CHAIN_BYTES) return;
    this.suspects.set(network, performance.now() + tookMs * SUSPICION_FACTOR);
    const [first] = this.suspects.keys();
    if (this.suspects.size > MAX_SUSPECTS) this.suspects.delete(first!);
    if (tookMs >= ALARM_MS && flightBytes >= MAX_FLIGHT_BYTES) this.alarm(tookMs);
  }

  private isTrusted(network: string): boolean {
    const nowMs = performance.now();
    if (nowMs < this.alarmUntilMs || !this.trusted.has(network)) return false;
    const untilMs = this.suspects.get(network);
    if (untilMs === undefined) return true;
    if (nowMs < untilMs) return false;
    this.suspects.delete(network);
    return true;
  }
}

/** Of the certificates that lead from that of the client to an authority. Node would hand out others only once. */
function certificateBytes(secure: TLSSocket): number {
  let bytes = 0;
  let last: DetailedPeerCertificate | undefined;
  let next: DetailedPeerCertificate | undefined = secure.getPeerCertificate(true);
  for (; next?.raw && next !== last; [last, next] = [next, next.issuerCertificate]) bytes += next.raw.length;
  return bytes;
}
