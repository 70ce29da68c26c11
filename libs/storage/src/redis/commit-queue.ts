import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import type { OwnWrite } from './applied-log.js';
import { functionName } from './function-library.js';
import { type PendingWrite, withRevision } from './pending-write.js';
import { isReplyError } from './reply-error.js';
import { isRefusal, isUnsent, type ServerLink, type Session } from './server-link.js';

/** Bounds of one call of the server's function, which nobody else can interrupt: some hundred microseconds each. */
const BATCH_WRITES = 64;
const BATCH_BYTES = 512 * 1_024;
/** How long a write may wait for an answer before its writer is told that the outcome is unknown. */
const OUTCOME_LIMIT_MS = 10_000;
/** How long one attempt may take: after that its connection is taken for dead. */
const ATTEMPT_LIMIT_MS = 4_000;
const AFTER_REFUSAL_MS = 20;

export interface CommitHost {
  readonly base: string;
  readonly link: ServerLink;
  /** The time to stamp with; empty: the server's. */
  readonly stamp: () => string;
  /** Shakes hands anew on the connection: the store is in another epoch. */
  readonly renew: (session: Session) => Promise<void>;
  /** Returns when what this connection has written is as safe as was asked for. */
  readonly secure: (session: Session) => Promise<void>;
  /** Own writes that are done, in order. */
  readonly answered: (writes: readonly OwnWrite[]) => void;
  readonly functionTook: (name: string, ms: number) => void;
}

/**
 * Sends writes in batches, one after the other; what queues up while one is under way is the next, and goes before the writers of that one are told. A batch whose answer was lost
 * is sent again under its number, which the server remembers: a short loss of Redis is a pause and not an error.
 * HOT PATH (bench: redis-create): one call for all writes that wait.
 */
export class CommitQueue {
  /** Who the server knows this queue as. */
  private readonly writer = randomBytes(9).toString('base64url');
  private number = 0;
  private queue: PendingWrite[] = [];
  private underWay: readonly PendingWrite[] = [];
  private running: Promise<void> | undefined;
  private closing = false;
  private unanswered = false;

  constructor(private readonly host: CommitHost) {}

  submit(write: PendingWrite): void {
    this.queue.push(write);
    this.running ??= this.work();
  }

  /** Whether writes were sent whose answer has not come. */
  get isUnanswered(): boolean {
    return this.unanswered;
  }

  /** Resolves when nothing is queued or under way. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Resolves when what is queued or under way now has its outcome, whatever comes behind it. */
  async passed(): Promise<void> {
    await Promise.allSettled([...this.underWay, ...this.queue].map(({ stored }) => stored));
  }

  private async work(): Promise<void> {
    // What else this turn of the event loop brings comes along.
    await new Promise((resolve) => setImmediate(resolve));
    for (let sent = this.next(); sent;) {
      const settle = await sent;
      // The server works on the next batch while those of this one get their answers.
      sent = this.next();
      settle();
    }
    this.running = undefined;
  }

  /** Sends what is queued. Resolves with what tells its writers, once there is an answer; undefined: nothing is queued. */
  private next(): Promise<Settle> | undefined {
    this.underWay = this.take();
    return this.underWay.length > 0 ? this.commit(this.underWay) : undefined;
  }

  private take(): readonly PendingWrite[] {
    let bytes = 0;
    let count = 0;
    while (count < this.queue.length && count < BATCH_WRITES) {
      bytes += this.queue[count]!.size;
      if (count > 0 && bytes > BATCH_BYTES) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async commit(batch: readonly PendingWrite[]): Promise<Settle> {
    const number = String(++this.number);
    const until = batch[0]!.submittedAt + OUTCOME_LIMIT_MS;
    const writes = batch.flatMap((write) => write.arguments());
    for (let mayBeDone = false; ;) {
      // A full memory must not stop what makes room, nor keep back what became of a batch.
      const name = mayBeDone || batch.every(isDelete) ? 'remove' : 'commit';
      let asked = false;
      try {
        const limit = Math.min(Math.max(until - performance.now(), 1), ATTEMPT_LIMIT_MS);
        const outcome = await this.host.link.run(limit, (session) => {
          asked = this.unanswered = true;
          return this.send(session, name, number, writes);
        });
        this.unanswered = false;
        if (outcome !== undefined) return () => this.settle(batch, outcome);
      } catch (error) {
        this.unanswered = false;
        mayBeDone ||= asked && !isReplyError(error);
        if (!mayBeDone && isOutOfMemory(error)) return this.commitDeletes(batch, error);
        if (!mayBeDone && isRefusal(error)) return () => rejectAll(batch, 'Refused', error);
        const isOver = this.closing && isUnsent(error) && !this.host.link.connected;
        if (isOver || performance.now() >= until)
          return () => rejectAll(batch, mayBeDone ? 'Unavailable' : 'Refused', error);
        // It says for now no more than this; another connection is not what it needs.
        if (isReplyError(error)) await pause(AFTER_REFUSAL_MS);
      }
    }
  }

  /** The part of a batch that makes room; the rest was refused. */
  private async commitDeletes(batch: readonly PendingWrite[], error: Error): Promise<Settle> {
    const others = batch.filter((write) => !isDelete(write));
    rejectAll(others, 'Refused', error);
    const deletes = batch.filter(isDelete);
    return deletes.length > 0 ? this.commit(deletes) : () => undefined;
  }

  /** From now on nothing waits for a connection. */
  close(): void {
    this.closing = true;
  }

  /** The outcomes; undefined when it must be sent again. A reply that refuses is thrown only when nothing was done. */
  private async send(
    session: Session,
    name: 'commit' | 'remove',
    number: string,
    writes: readonly (string | Buffer)[],
  ): Promise<string | undefined> {
    const { base, stamp, secure, renew, functionTook } = this.host;
    const began = performance.now();
    const call = session.redis.call('FCALL', [
      functionName(name),
      '1',
      base,
      session.state.epoch,
      this.writer,
      number,
      stamp(),
      ...writes,
    ]) as Promise<string[]>;
    const [outcome, told] = await call;
    functionTook(name, performance.now() - began);
    if (outcome === 'epoch') {
      await renew(session);
      return undefined;
    }
    if (outcome === 'stale' || told === undefined)
      throw new StorageError('Unavailable', '', { message: 'a later batch was there first' });
    try {
      await secure(session);
    } catch (error) {
      if (!isReplyError(error)) throw error;
      throw new StorageError('Unavailable', '', { message: `it may not stay: ${error.message}`, cause: error });
    }
    return told;
  }

  /** @param told `time outcome outcome ...` */
  private settle(batch: readonly PendingWrite[], told: string): void {
    const [time, ...outcomes] = told.split(' ');
    const timeMs = Number(time);
    const done: OwnWrite[] = [];
    batch.forEach((write, i) => {
      const outcome = outcomes[i] ?? '';
      const error = refusalOf(outcome, write);
      if (error) write.reject(error);
      else done.push(ownWrite(write, Number(outcome), timeMs));
    });
    this.host.answered(done);
  }
}

/** Tells the writers of a batch what became of it. */
type Settle = () => void;

const isDelete = ({ kind }: PendingWrite): boolean => kind === 'delete';

const isOutOfMemory = (error: unknown): error is Error => isReplyError(error) && error.message.startsWith('OOM');

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function ownWrite(write: PendingWrite, revision: Revision, timeMs: number): OwnWrite {
  const event: StorageEvent = {
    type: write.kind === 'delete' ? 'delete' : 'put',
    key: write.key,
    value: withRevision(write.value, revision),
    revision,
    // Told only to those who did not ask for what stood before.
    previous: undefined,
    timeMs,
  };
  return { event, resolve: write.resolve, reject: write.reject };
}

function refusalOf(outcome: string, { key, precondition }: PendingWrite): StorageError | undefined {
  switch (outcome.charAt(0)) {
    case 'E':
      return new StorageError('KeyExists', key, { revision: Number(outcome.slice(1)) });
    case 'C':
      return new StorageError('Conflict', key, { revision: Number(outcome.slice(1)) });
    case 'P':
      return new StorageError('PreconditionFailed', precondition!.key, { revision: Number(outcome.slice(1)) });
    case 'N':
      return new StorageError('KeyNotFound', key);
    default:
      return undefined;
  }
}

function rejectAll(batch: readonly PendingWrite[], code: 'Unavailable' | 'Refused', cause: unknown): void {
  const outcome = code === 'Refused' ? 'nothing was written' : 'the outcome is unknown';
  for (const { key, reject } of batch)
    reject(new StorageError(code, key, { message: `writing ${key} failed: ${outcome}: ${why(cause)}`, cause }));
}
