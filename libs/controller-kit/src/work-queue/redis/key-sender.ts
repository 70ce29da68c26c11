import { systemClock, sleep } from '@orch/apimachinery';

/** Keys of one call. */
const BATCH = 100;
const PAUSE_MS = 500;

/** The first keys of many: a copy of all for each batch would take quadratic time. */
function first(keys: Iterable<string>, count: number): readonly string[] {
  const taken: string[] = [];
  for (const key of keys) {
    taken.push(key);
    if (taken.length === count) break;
  }
  return taken;
}

/**
 * Sends added keys in batches, each until it arrives: while the server is away they wait here, one entry per key.
 */
export class KeySender {
  private readonly unsent = new Set<string>();
  private isSending = false;
  private readonly closing = new AbortController();

  /** @param send rejects when it is unknown whether the keys arrived: they are sent again. */
  constructor(private readonly send: (keys: readonly string[]) => Promise<unknown>) {}

  add(key: string): void {
    if (this.closing.signal.aborted) return;
    this.unsent.add(key);
    if (this.isSending) return;
    this.isSending = true;
    // Keys of one turn are one call.
    setImmediate(() => void this.run());
  }

  /** Drops what was not sent. */
  close(): void {
    this.closing.abort(new Error('the queue is closed'));
    this.unsent.clear();
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (this.unsent.size > 0 && !signal.aborted) {
      const batch = first(this.unsent, BATCH);
      // Before the call: a key that is added during it is sent again.
      for (const key of batch) this.unsent.delete(key);
      try {
        await this.send(batch);
      } catch {
        // The reason was logged as one of the connection or of the queue. The keys are sent until they arrive.
        for (const key of batch) this.unsent.add(key);
        await sleep(systemClock, PAUSE_MS, signal).catch(() => undefined);
      }
    }
    this.isSending = false;
  }
}
