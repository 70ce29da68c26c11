import { ChurnMap } from '@orch/apimachinery';

import type { FeedPace } from './feed-pace.js';
import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent, Stored } from '../storage.js';

/** A write of this process that the server has applied: its event, and the promise of its caller. */
export interface OwnWrite {
  readonly event: StorageEvent;
  readonly resolve: (stored: Stored) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Delivers changes in revision order: each revision exactly once, whether it arrives as the answer to an own write or from the
 * stream. A write resolves when its event was delivered.
 */
export class AppliedLog {
  private readonly own = new ChurnMap<Revision, OwnWrite>();
  private waiting: { revision: Revision; wake: () => void; fail: (reason: Error) => void }[] = [];

  constructor(
    private applied: Revision,
    /** Sends one event to the live watches, synchronously. */
    private readonly deliver: (event: StorageEvent) => void,
    /** Whether an own write may be delivered before it arrives in the stream. */
    private readonly mayRunAhead: () => boolean,
    /** Whether a revision is known to be lost. */
    private readonly isLost: (revision: Revision) => boolean,
    private readonly pace: Pick<FeedPace, 'miss' | 'want'>,
  ) {}

  /** Newest revision that was delivered. */
  get revision(): Revision {
    return this.applied;
  }

  /** Own writes that were answered, with consecutive revisions. */
  answered(writes: readonly OwnWrite[]): void {
    const ahead = this.mayRunAhead();
    for (const write of writes) {
      const { revision } = write.event;
      if (this.isLost(revision)) rejectLost(write, 'it was acknowledged by a Redis that lost it');
      else if (revision <= this.applied) write.resolve(storedOf(write.event));
      else if (ahead && revision === this.applied + 1) this.advance(write.event, write);
      // Another process wrote in between: the stream has both in order.
      else {
        this.own.set(revision, write);
        this.pace.miss(revision);
      }
    }
    this.wake();
  }

  /** The event of an own write that is still to arrive in the stream; saves fetching its value. */
  ownEvent(revision: Revision): StorageEvent | undefined {
    return this.own.get(revision)?.event;
  }

  /** The next event of the stream, that of the revision after `revision`. */
  next(event: StorageEvent): void {
    const { revision } = event;
    if (revision <= this.applied) return;
    const write = this.own.get(revision);
    if (write) this.own.delete(revision);
    this.advance(event, write);
  }

  /** History continues at `revision` without a change. Rejects answered own writes that were lost. */
  skipTo(revision: Revision): void {
    if (revision > this.applied) this.applied = revision;
    const lost = [...this.own.values()].filter(({ event }) => this.isLost(event.revision));
    for (const write of lost) {
      this.own.delete(write.event.revision);
      rejectLost(write, 'Redis came back without it');
    }
    this.wake();
  }

  /** Resolves the waiters whose revision was reached; called after a batch of `next`. */
  wake(): void {
    if (this.waiting.length === 0) return;
    const due = this.waiting.filter((w) => w.revision <= this.applied);
    if (due.length === 0) return;
    this.waiting = this.waiting.filter((w) => w.revision > this.applied);
    for (const { wake } of due) wake();
  }

  /** Resolves when `revision` was delivered. @throws StorageError when it was lost. */
  async reached(revision: Revision): Promise<void> {
    if (revision <= this.applied) return;
    this.pace.want(revision);
    await new Promise<void>((wake, fail) => this.waiting.push({ revision, wake, fail }));
  }

  /** Resolves when no answered write is waiting for the stream. */
  async settled(): Promise<void> {
    const last = Math.max(0, ...[...this.own.values()].map(({ event }) => event.revision));
    if (last > this.applied) await this.reached(last);
  }

  /** Continues at another revision: rejects all waiters and own writes. */
  restart(revision: Revision, reason: StorageError): void {
    const { waiting } = this;
    const writes = [...this.own.values()];
    for (const { event } of writes) this.own.delete(event.revision);
    this.waiting = [];
    this.applied = revision;
    for (const write of writes) rejectLost(write, reason.message, reason);
    for (const { fail } of waiting) fail(reason);
  }

  private advance(event: StorageEvent, write: OwnWrite | undefined): void {
    this.applied = event.revision;
    this.deliver(event);
    write?.resolve(storedOf(event));
  }
}

function rejectLost({ event, reject }: OwnWrite, why: string, cause?: StorageError): void {
  reject(
    new StorageError('Unavailable', event.key, { message: `the write of ${event.key} may be lost: ${why}`, cause }),
  );
}

const storedOf = ({ key, value, revision }: StorageEvent): Stored => ({ key, value, revision });
