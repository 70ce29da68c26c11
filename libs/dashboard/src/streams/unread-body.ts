import { on } from 'node:events';
import type { Readable } from 'node:stream';

/** An answer of which a part is taken only when there is room for it: until then its bytes are those of its sender, who counts and bounds them. */
export class UnreadBody {
  private readonly closing = new AbortController();

  constructor(private readonly body: Readable) {
    body.on('error', () => undefined); // it may break before anything waits for it; `errored` has the error
    body.once('close', () => this.closing.abort());
    if (body.closed) this.closing.abort();
  }

  /** Aborted when nothing more can be taken. */
  get ended(): AbortSignal {
    return this.closing.signal;
  }

  /**
   * Yields whenever there is something to take, until all was taken.
   * @throws the error of the body, also when it ends early.
   */
  async *arrivals(): AsyncGenerator<void> {
    const { body } = this;
    if (!body.closed) for await (const _ of on(body, 'readable', { close: ['end', 'close'] })) yield;
    if (body.errored) throw body.errored;
    if (!body.readableEnded) throw new Error('the answer ended early');
  }

  /** What has arrived; undefined when there is nothing. */
  take(): Buffer | undefined {
    return (this.body.read() as Buffer | null) ?? undefined;
  }
}
