/** Live bytes from which on uncollected dead values matter. */
const LARGE_CACHE_BYTES = 64 * 1_024 * 1_024;
/** Bytes written or replaced between two decisions. */
const DECISION_BYTES = 16 * 1_024 * 1_024;
/** Below this ratio of replaced to written bytes a frequent collection is not worth its cost. */
const MIN_DEAD_RATIO = 0.25;

/**
 * Chooses the frequency of garbage collection from the values written and replaced: often if the cache is large and a good part of it
 * is replaced; V8's default if it is small, or objects are only added, as in a burst of creates (decision 028).
 */
export class GcPacer {
  private live = 0;
  private written = 0;
  private dead = 0;
  private often = false;
  private started = false;

  /** @param setOften called when the choice changes; initially V8's default. */
  constructor(private readonly setOften: (often: boolean) => void = () => undefined) {}

  /** A value was loaded at start, with much garbage of the load itself. */
  loaded(bytes: number): void {
    this.live += bytes;
    this.start();
  }

  /** A value was written. */
  wrote(bytes: number): void {
    this.live += bytes;
    this.written += bytes;
    this.start();
    this.decide();
  }

  /** A value is no longer the newest. */
  replaced(bytes: number): void {
    this.live -= bytes;
    this.dead += bytes;
    this.decide();
  }

  /** Starts with frequent collection once the cache is large, until the first decision. */
  private start(): void {
    if (this.started || this.live < LARGE_CACHE_BYTES) return;
    this.started = true;
    this.written = this.dead = 0;
    this.set(true);
  }

  private decide(): void {
    if (!this.started || this.written + this.dead < DECISION_BYTES) return;
    this.set(this.live >= LARGE_CACHE_BYTES && this.dead >= MIN_DEAD_RATIO * this.written);
    this.written = this.dead = 0;
  }

  private set(often: boolean): void {
    if (often === this.often) return;
    this.often = often;
    this.setOften(often);
  }
}
