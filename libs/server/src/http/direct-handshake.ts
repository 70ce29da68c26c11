import type { Socket } from 'node:net';
import type { CpuClock } from '@orch/process';
import { SHORT_FLIGHT_BYTES } from './guarded-connection.js';
import { CHARGED_MS } from './handshake-debts.js';

/** Bytes after the ClientHello in which no certificate can take long. */
const NO_CHAIN_BYTES = 512;
/** CPU time between two polls in which more than a short flight arrived, from which on no network is trusted. */
const ALARM_MS = 50;
/** Time for which a network is not trusted, or none. */
const SUSPICION_MS = 3_600_000;
const MAX_SUSPECTS = 10_000;
/** Time after which others do not wait for the direct handshake: its client is far away, or silent. */
const WAIT_MS = 100;
/** Time after which one that waited for several does not wait for the next: for those of other networks, */
const WAIT_FOR_OTHERS_MS = 250;
/** and for those of its own, as of a client that opens a hundred connections at once. */
const WAIT_FOR_OWN_MS = 1_000;
/** More do not wait. */
const MAX_WAITING = 256;

interface Entry {
  readonly connection: Socket;
  readonly network: string;
  /** Bytes of its ClientHello. */
  readonly helloBytes: number;
  /** Called once, now or when the handshake before it ends. */
  readonly begin: (isDirect: boolean) => void;
}

interface Waiting {
  readonly entry: Entry;
  readonly sinceMs: number;
}

/**
 * Decides which connections are direct: OpenSSL reads the TCP connection itself, which takes a third less time for each request than a guarded connection, but checks
 * certificates of any length as they arrive. So one handshake at a time is direct, and none for an hour after one that took long: certificates made to take half a
 * second stop the server once, whatever the number of connections and addresses.
 */
export class DirectHandshake {
  private holder: Entry | undefined;
  /** Networks that are not trusted, and until when. */
  private readonly suspects = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private alarmUntilMs = -Infinity;
  private markedMs = 0;
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly cpuClock: CpuClock) {}

  /** The connection whose handshake is direct and not finished. */
  get connection(): Socket | undefined {
    return this.holder?.connection;
  }

  /** A connection whose ClientHello is complete. */
  enter(entry: Entry): void {
    const { connection, network, helloBytes, begin } = entry;
    // What follows the ClientHello at once may be a chain of certificates.
    if (connection.bytesRead !== helloBytes || this.isSuspect(network)) return begin(false);
    if (!this.holder) return this.take(entry);
    if (this.patience && this.waiting.length < MAX_WAITING) this.waiting.push({ entry, sinceMs: performance.now() });
    else begin(false);
  }

  /** No handshake is direct for an hour. */
  alarm(): void {
    this.alarmUntilMs = performance.now() + SUSPICION_MS;
  }

  /** The handshake of the connection is finished, or it is closed. Others are ignored. */
  leave(connection: Socket): void {
    if (this.holder?.connection !== connection) return;
    const { network } = this.holder;
    this.check();
    this.holder = undefined;
    clearTimeout(this.patience);
    this.patience = undefined;
    while (!this.holder && this.waiting.length > 0) this.beginNext(network);
  }

  /** @param last network of the handshake before: those of others go first. */
  private beginNext(last: string): void {
    const ofOther = this.waiting.findIndex(({ entry }) => entry.network !== last);
    const [{ entry, sinceMs }] = this.waiting.splice(Math.max(ofOther, 0), 1) as [Waiting];
    const mostMs = ofOther === -1 ? WAIT_FOR_OWN_MS : WAIT_FOR_OTHERS_MS;
    if (performance.now() - sinceMs < mostMs) this.enter(entry);
    else entry.begin(false);
  }

  private take(entry: Entry): void {
    const { connection, begin } = entry;
    if (connection.destroyed) return;
    this.holder = entry;
    connection.once('close', () => this.leave(connection));
    this.patience = setTimeout(() => {
      this.patience = undefined;
      for (const { entry: other } of this.waiting.splice(0)) other.begin(false);
    }, WAIT_MS).unref();
    this.markedMs = this.cpuClock();
    this.watchPolls(connection);
    begin(true);
  }

  /** An immediate that does not keep the loop awake runs after the next poll. */
  private watchPolls(connection: Socket): void {
    setImmediate(() => {
      if (this.holder?.connection !== connection) return;
      this.check();
      this.watchPolls(connection);
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
    this.suspects.set(network, performance.now() + SUSPICION_MS);
    if (this.suspects.size > MAX_SUSPECTS) {
      this.suspects.clear();
      this.alarm(); // lasts as long as each suspicion
    }
    if (tookMs >= ALARM_MS && flightBytes > SHORT_FLIGHT_BYTES) this.alarm();
  }

  private isSuspect(network: string): boolean {
    const nowMs = performance.now();
    if (nowMs < this.alarmUntilMs) return true;
    const untilMs = this.suspects.get(network);
    if (untilMs === undefined) return false;
    if (nowMs < untilMs) return true;
    this.suspects.delete(network);
    return false;
  }
}
