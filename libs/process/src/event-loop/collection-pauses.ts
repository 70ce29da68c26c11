import { constants, PerformanceObserver, type PerformanceEntry, type NodeGCPerformanceDetail } from 'node:perf_hooks';

/** When the collector held the thread. Unit: milliseconds of `performance.now()`. */
interface Pause {
  readonly startMs: number;
  readonly endMs: number;
}

/** Present in Node 20, but missing in its types. */
type CollectionEntry = PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail };

/** More than there are in a turn. */
const KEPT = 32;

/**
 * Pauses of the major garbage collector. They are paid by the turn in which the heap happens to be full, and grow with what
 * the process holds, not with what the turn does. Minor collections count as work of the turn that made the garbage.
 */
export class CollectionPauses {
  private readonly pauses: Pause[] = [];
  private readonly observer = new PerformanceObserver((list) => this.add(list.getEntries()));

  start(): void {
    this.observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.observer.disconnect();
  }

  /**
   * Time of pauses in an interval that has ended. Node reports a pause in the turn after it: ask in a later one.
   * Unit: milliseconds of wall time.
   */
  within(startMs: number, endMs: number): number {
    this.add(this.observer.takeRecords());
    let total = 0;
    for (const pause of this.pauses)
      total += Math.max(0, Math.min(endMs, pause.endMs) - Math.max(startMs, pause.startMs));
    return total;
  }

  private add(entries: readonly PerformanceEntry[]): void {
    for (const { detail, startTime, duration } of entries as readonly CollectionEntry[]) {
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR) continue;
      this.pauses.push({ startMs: startTime, endMs: startTime + duration });
      if (this.pauses.length > KEPT) this.pauses.shift();
    }
  }
}
