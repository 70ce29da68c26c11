import type { EventWindow } from './event-window.js';

/** What one held change costs beside the bytes of its values: entry, change and array slots. */
const CHANGE_OVERHEAD_BYTES = 256;

/**
 * Bounds the bytes of all event windows together (`--watch-cache-bytes`): past the bound the oldest change of any resource
 * goes first; it stays readable in the store's log.
 */
export class WindowBudget {
  private queue: { window: EventWindow; bytes: number }[] = [];
  private head = 0;
  private heldBytes = 0;

  constructor(private readonly limitBytes: number) {}

  get bytes(): number {
    return this.heldBytes;
  }

  /**
   * Says that `window` has just got a change that holds `valueBytes`: its value and the one before. Both count in full, also
   * where the cache or another change shares them, so that the bound is one of memory, whatever is written.
   */
  added(window: EventWindow, valueBytes: number): void {
    const bytes = valueBytes + CHANGE_OVERHEAD_BYTES;
    this.queue.push({ window, bytes });
    this.heldBytes += bytes;
    while (this.heldBytes > this.limitBytes && this.head < this.queue.length) this.dropOldest();
    if (this.head > 4_096 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
  }

  private dropOldest(): void {
    const oldest = this.queue[this.head++]!;
    oldest.window.shift();
    this.heldBytes -= oldest.bytes;
  }
}
