import type { EventWindow } from './event-window.js';

/** Memory of one held change in addition to its values: entry, change and array slots. */
const CHANGE_OVERHEAD_BYTES = 256;
/** Minimum history in memory, however little is stored, if the limit allows it. */
const SMALL_WINDOW_BYTES = 32 * 1024 * 1024;
/** History as a share of the current objects: memory then follows the stored state, not the write rate. */
const SHARE_OF_CURRENT = 0.125;

/**
 * Bounds the bytes that the event windows hold in addition to the current objects: an eighth of those, at least 32 MiB, at
 * most `--watch-cache-bytes`. Past the bound the oldest change of any resource is dropped first; it stays readable in the
 * store's log.
 */
export class WindowBudget {
  private queue: { window: EventWindow; bytes: number }[] = [];
  private head = 0;
  private heldBytes = 0;
  private currentBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Bytes held in addition to the current objects. */
  get bytes(): number {
    return this.heldBytes;
  }

  /** The current objects of a resource grew by this number of bytes, or shrank. */
  currentGrew(bytes: number): void {
    this.currentBytes += bytes;
  }

  /** `window` got a change, which keeps `pastBytes` of values alive. */
  added(window: EventWindow, pastBytes: number): void {
    const bytes = pastBytes + CHANGE_OVERHEAD_BYTES;
    this.queue.push({ window, bytes });
    this.heldBytes += bytes;
    const bound = Math.min(this.limitBytes, Math.max(SMALL_WINDOW_BYTES, this.currentBytes * SHARE_OF_CURRENT));
    while (this.heldBytes > bound && this.head < this.queue.length) this.dropOldest();
    if (this.head > 4_096 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
  }

  /** All changes of `window` were dropped. */
  forget(window: EventWindow): void {
    const held = this.queue.slice(this.head);
    this.queue = held.filter((item) => item.window !== window);
    this.head = 0;
    for (const item of held) if (item.window === window) this.heldBytes -= item.bytes;
  }

  private dropOldest(): void {
    const oldest = this.queue[this.head++]!;
    oldest.window.shift();
    this.heldBytes -= oldest.bytes;
  }
}
