/** Shorter handshakes are not charged: they take a millisecond or two. */
export const CHARGED_MS = 15;
/** What a network may be charged without a pause: a garbage collection may be part of the measurement, and clients behind one address may not fail for that. */
const FREE_MS = 250;
/** Time for which no handshake of a network begins, for each millisecond above that. As much time forgives a millisecond. */
const PAUSE_FACTOR = 10;
/** A pause of that length ends all handshakes of the network, as each may take as long as those that were charged. */
const HOSTILE_PAUSE_MS = 2_000;
/** Time after a pause in which few handshakes of the network are concurrent. */
const PROBATION_MS = 60_000;
const PROBATION_HANDSHAKES = 8;

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

/**
 * What client networks were charged for handshakes that took long. A client may send a chain of certificates that OpenSSL checks for a second: its network waits ten
 * times as long for the next, so it has at most a tenth of the time, after a quarter of a second.
 */
export class HandshakeDebts {
  private readonly debts = new Map<string, Debt>();

  /** @param onMore called with a network of which more handshakes may begin. */
  constructor(private readonly onMore: (network: string) => void) {}

  /** Handshakes of the network that may be concurrent now, at most. */
  mostOf(network: string): number {
    const debt = this.debts.get(network);
    if (!debt?.isSuspect) return Infinity;
    return performance.now() >= debt.pausedUntilMs ? PROBATION_HANDSHAKES : 0;
  }

  /** @param costMs CPU time. @returns whether the other handshakes of the network are to end. */
  charge(network: string, costMs: number): boolean {
    const atMs = performance.now();
    const debt = this.debts.get(network);
    const owedMs = debt ? Math.max(0, debt.chargedMs - (atMs - debt.atMs) / PAUSE_FACTOR) : 0;
    const chargedMs = owedMs + costMs;
    const pauseMs = Math.max(0, chargedMs - FREE_MS) * PAUSE_FACTOR;
    clearTimeout(debt?.timer);
    const isSuspect = pauseMs > 0 || debt?.isSuspect === true;
    const timer = (
      pauseMs > 0
        ? setTimeout(() => this.endPause(network), pauseMs)
        : setTimeout(() => this.forgive(network), isSuspect ? PROBATION_MS : chargedMs * PAUSE_FACTOR)
    ).unref();
    this.debts.set(network, { chargedMs, atMs, pausedUntilMs: atMs + pauseMs, isSuspect, timer });
    return pauseMs >= HOSTILE_PAUSE_MS;
  }

  private endPause(network: string): void {
    const debt = this.debts.get(network)!;
    const timer = setTimeout(() => this.forgive(network), PROBATION_MS).unref();
    this.debts.set(network, { ...debt, pausedUntilMs: -Infinity, timer });
    this.onMore(network);
  }

  private forgive(network: string): void {
    this.debts.delete(network);
    this.onMore(network);
  }
}
