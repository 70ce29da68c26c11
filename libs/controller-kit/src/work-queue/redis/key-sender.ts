import { FairLines, systemClock, sleep } from '@orch/apimachinery';
import { parseKeyText } from '@orch/client';

/** Keys of one call. */
const BATCH = 100;
const PAUSE_MS = 500;

/**
 * Sends added keys in batches, each until it arrives: while the server is away they wait here, one entry per key. Namespaces take turns.
 */
export class KeySender {
  private readonly unsent = new Set<string>();
  /** The keys of `unsent`, by namespace. */
  private lines = new FairLines<string>();
  private isSending = false;
  private readonly closing = new AbortController();

  /** @param send rejects when it is unknown whether the keys arrived: they are sent again. */
  constructor(private readonly send: (keys: readonly string[]) => Promise<unknown>) {}

  add(key: string): void {
    if (this.closing.signal.aborted) return;
    this.queue(key);
    if (this.isSending) return;
    this.isSending = true;
    // Keys of one turn are one call.
    setImmediate(() => void this.run());
  }

  /** Drops what was not sent. */
  close(): void {
    this.closing.abort(new Error('the queue is closed'));
    this.unsent.clear();
    this.lines = new FairLines();
  }

  private queue(key: string): void {
    if (this.unsent.has(key)) return;
    this.unsent.add(key);
    this.lines.add(parseKeyText(key).namespace, key);
  }

  /** The next keys. One that is added while they are sent is sent again. */
  private takeBatch(): readonly string[] {
    const batch: string[] = [];
    for (let key = this.lines.next(); key !== undefined; key = this.lines.next()) {
      this.unsent.delete(key);
      batch.push(key);
      if (batch.length === BATCH) break;
    }
    return batch;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (this.unsent.size > 0 && !signal.aborted) {
      const batch = this.takeBatch();
      try {
        await this.send(batch);
      } catch {
        // The reason was logged as one of the connection or of the queue. The keys are sent until they arrive.
        for (const key of batch) this.queue(key);
        await sleep(systemClock, PAUSE_MS, signal).catch(() => undefined);
      }
    }
    this.isSending = false;
  }
}
