import { LRUCache } from 'lru-cache';

/** Longest flight of a client after its ClientHello, with its certificates. Unit: bytes, with the headers of records. */
export const MAX_FLIGHT_BYTES = 8 * 1024;
/** The same for clients of a network whose flights took long: room for two certificates with RSA keys of 2,048 bits. */
export const REDUCED_FLIGHT_BYTES = 3 * 1024;
/** CPU time of a handshake that takes long. */
const COSTLY_MS = 50;
/** A garbage collection may be part of the measurement of one, but hardly of three. */
const MOST_COSTLY = 3;
/** Time for which flights are counted, from the last one. */
const COUNTED_MS = 3_600_000;
/** Of more networks the one whose last is the longest ago is as the others again. */
const MAX_NETWORKS = 10_000;

/**
 * How long the flights of client networks may be. OpenSSL checks a chain in one step before Node may refuse it, each certificate of 250 bytes or more for some milliseconds: a
 * flight of many small certificates takes a tenth of a second. After a few of them the flights of their network are so short that they take less than half as long.
 */
export class CostlyFlights {
  private readonly counts = new LRUCache<string, number>({
    max: MAX_NETWORKS,
    ttl: COUNTED_MS,
    perf: { now: () => performance.now() },
  });

  /** Networks with clients whose certificates are long and valid. */
  private readonly proven = new LRUCache<string, true>({ max: MAX_NETWORKS });

  /** A client has certificates of an authority of the server, in a flight of `flightBytes` bytes: those of its network may be as long. */
  accepted(network: string, flightBytes: number): void {
    if (flightBytes > REDUCED_FLIGHT_BYTES) this.proven.set(network, true);
  }

  /** A flight of `flightBytes` bytes took OpenSSL `costMs` milliseconds of CPU time. */
  count(network: string, costMs: number, flightBytes: number): void {
    if (costMs < COSTLY_MS || flightBytes <= REDUCED_FLIGHT_BYTES) return;
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
  }

  /** Longest flight of a client of the network. Unit: bytes. */
  mostBytes(network: string): number {
    const isCostly = (this.counts.get(network) ?? 0) >= MOST_COSTLY;
    return isCostly && !this.proven.has(network) ? REDUCED_FLIGHT_BYTES : MAX_FLIGHT_BYTES;
  }
}
