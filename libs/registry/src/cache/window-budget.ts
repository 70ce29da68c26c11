import type { EventWindow } from './event-window.js';

/** What one held change costs beside the bytes of values: entry, change and array slots. */
const CHANGE_OVERHEAD_BYTES = 256;
/** However little is stored, so much history stays in memory, if the limit allows it. */
const SMALL_WINDOW_BYTES = 32 * 1024 * 1024;
/** History may take so much of what the current objects take: memory then follows what is stored, not what is written. */
const SHARE_OF_CURRENT = 0.125;

/**
 * Bounds the bytes that the event windows hold beside the current objects: an eighth of what those take, at least 32 MiB,
 * at most `--watch-cache-bytes`. Past the bound the oldest change of any resource goes first; it stays readable in the
 * store's log.
 */
export class WindowBudget {
  private queue: { window: EventWindow; bytes: number }[] = [];
  private head = 0;
  private heldBytes = 0;
  private currentBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Bytes held beside the current objects. */
  get bytes(): number {
    return this.heldBytes;
  }

  /** Says that the current objects of a resource have grown by so many bytes, or shrunk. */
  currentGrew(bytes: number): void {
    this.currentBytes += bytes;
  }

  /** Says that `window` has just got a change, which keeps values of `pastBytes` that nothing else keeps. */
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

  /** Says that everything in `window` was dropped. */
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
