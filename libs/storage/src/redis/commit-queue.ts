import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import type { OwnWrite } from './applied-log.js';
import { functionName } from './function-library.js';
import { type PendingWrite, withRevision } from './pending-write.js';
import { isReplyError } from './reply-error.js';
import { isRefusal, isUnsent, type ServerLink, type Session } from './server-link.js';

/** Limits of one function call, which blocks the server: some hundred microseconds each. */
const BATCH_WRITES = 64;
const BATCH_BYTES = 512 * 1_024;
/** Time limit of a write; then it fails with an unknown outcome. */
const OUTCOME_LIMIT_MS = 10_000;
/** Time limit of one attempt; then its connection is closed. */
const ATTEMPT_LIMIT_MS = 4_000;
const AFTER_FAILURE_MS = 20;

export interface CommitHost {
  readonly base: string;
  readonly link: ServerLink;
  /** Timestamp of the changes; empty: the server's time. */
  readonly stamp: () => string;
  /** Newest revision that this process knows of. */
  readonly seen: () => Revision;
  /** Id of the store that this process serves. */
  readonly served: () => string;
  /** Repeats the handshake on the connection: the store is in another epoch, or older than what this process has seen. */
  readonly renew: (session: Session) => Promise<void>;
  /** Resolves when the writes of this connection have the configured durability. */
  readonly secure: (session: Session) => Promise<void>;
  /** Called with applied own writes, in order. */
  readonly answered: (writes: readonly OwnWrite[]) => void;
  readonly functionTook: (name: string, ms: number) => void;
}

/**
 * Group commit: sends writes in batches, one at a time; writes queued meanwhile form the next batch, which is sent before the writers of the previous one are resumed. A batch whose answer was lost
 * is sent again under its number, which the server remembers: a short outage of Redis is a delay, not an error.
 * HOT PATH (bench: redis-create): one call for all queued writes.
 */
export class CommitQueue {
  /** Id of this queue on the server. */
  private readonly writer = randomBytes(9).toString('base64url');
  private number = 0;
  private queue: PendingWrite[] = [];
  private inFlight: readonly PendingWrite[] = [];
  private running: Promise<void> | undefined;
  private closing = false;
  private unanswered = false;

  constructor(private readonly host: CommitHost) {}

  submit(write: PendingWrite): void {
    this.queue.push(write);
    this.running ??= this.work();
  }

  /** Whether a batch is waiting for its answer. */
  get isUnanswered(): boolean {
    return this.unanswered;
  }

  /** Rejects the writes that were not sent: another store has taken the place of the one that they were computed for. */
  reject(reason: StorageError): void {
    rejectAll(this.queue.splice(0), 'Refused', reason);
  }

  /** Resolves when nothing is queued or in flight. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Resolves when the writes that are queued or in flight now have their outcome. */
  async passed(): Promise<void> {
    await Promise.allSettled([...this.inFlight, ...this.queue].map(({ stored }) => stored));
  }

  private async work(): Promise<void> {
    // Lets other writes of this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let sent = this.next(); sent;) {
      const settle = await sent;
      // The server works on the next batch while the writers of this one are resumed.
      sent = this.next();
      settle();
    }
    this.running = undefined;
  }

  /** Sends the next batch. Resolves with the function that settles its writers, once there is an answer; undefined: nothing is queued. */
  private next(): Promise<Settle> | undefined {
    this.inFlight = this.take();
    return this.inFlight.length > 0 ? this.commit(this.inFlight) : undefined;
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
    const { served } = this.host;
    const store = served();
    for (let mayBeDone = false; ;) {
      // When memory is full, deletes and the outcome of an earlier attempt must still be possible.
      const name = mayBeDone || batch.every(isDelete) ? 'remove' : 'commit';
      let isSent = false;
      try {
        const limit = Math.min(Math.max(until - performance.now(), 1), ATTEMPT_LIMIT_MS);
        const outcome = await this.host.link.run(limit, (session) => {
          if (served() !== store) throw new StorageError('Lost', '', { message: 'it was for another store' });
          isSent = this.unanswered = true;
          return this.send(session, name, number, writes, batch.length);
        });
        this.unanswered = false;
        if (outcome !== undefined)
          return () =>
            served() === store
              ? this.settle(batch, outcome)
              : rejectAll(batch, 'Unavailable', 'it was written to another store');
      } catch (error) {
        this.unanswered = false;
        mayBeDone ||= isSent && !isReplyError(error);
        if (served() !== store) return () => rejectAll(batch, mayBeDone ? 'Unavailable' : 'Refused', error);
        if (!mayBeDone && isOutOfMemory(error)) return this.commitDeletes(batch, error);
        if (!mayBeDone && isRefusal(error)) return () => rejectAll(batch, 'Refused', error);
        const isOver = this.closing && isUnsent(error) && !this.host.link.connected;
        if (isOver || performance.now() >= until)
          return () => rejectAll(batch, mayBeDone ? 'Unavailable' : 'Refused', error);
        // Another connection may not help, and a call that fails at once would be repeated without an end of the turn.
        await pause(AFTER_FAILURE_MS);
      }
    }
  }

  /** Sends the deletes of a batch, which free memory; rejects its other writes. */
  private async commitDeletes(batch: readonly PendingWrite[], error: Error): Promise<Settle> {
    const others = batch.filter((write) => !isDelete(write));
    rejectAll(others, 'Refused', error);
    const deletes = batch.filter(isDelete);
    return deletes.length > 0 ? this.commit(deletes) : () => undefined;
  }

  /** Stops waiting for connections. */
  close(): void {
    this.closing = true;
  }

  /** The outcomes; undefined when the batch must be sent again. An error reply is thrown only when nothing was written. */
  private async send(
    session: Session,
    name: 'commit' | 'remove',
    number: string,
    writes: readonly (string | Buffer)[],
    count: number,
  ): Promise<string | undefined> {
    const { base, stamp, seen, secure, renew, functionTook } = this.host;
    const began = performance.now();
    const call = session.redis.call('FCALL', [
      functionName(name),
      '1',
      base,
      session.state.epoch,
      this.writer,
      number,
      stamp(),
      String(seen()),
      ...writes,
    ]) as Promise<string[]>;
    const [outcome, outcomes, answered] = await call;
    functionTook(name, performance.now() - began);
    if (outcome === 'epoch') {
      await renew(session);
      return undefined;
    }
    if (outcome === 'stale') throw new StorageError('Unavailable', '', { message: 'a later batch was applied first' });
    // The time, and the outcome of each write; of this batch, not of the one before, as after a reply that came twice.
    if (outcome !== 'done' || answered !== number || outcomes?.split(' ').length !== count + 1)
      throw new TypeError('Redis sent an unexpected reply to writes');
    try {
      await secure(session);
    } catch (error) {
      if (!isReplyError(error)) throw error;
      throw new StorageError('Unavailable', '', { message: `it may be lost: ${error.message}`, cause: error });
    }
    return outcomes;
  }

  /** @param reply `time outcome outcome ...` */
  private settle(batch: readonly PendingWrite[], reply: string): void {
    const [time, ...outcomes] = reply.split(' ');
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

/** Settles the writes of a batch. */
type Settle = () => void;

const isDelete = ({ kind }: PendingWrite): boolean => kind === 'delete';

const isOutOfMemory = (error: unknown): error is Error => isReplyError(error) && error.message.startsWith('OOM');

function ownWrite(write: PendingWrite, revision: Revision, timeMs: number): OwnWrite {
  const event: StorageEvent = {
    type: write.kind === 'delete' ? 'delete' : 'put',
    key: write.key,
    value: withRevision(write.value, revision),
    revision,
    // Delivered only when no watch reads `previous`.
    previous: undefined,
    timeMs,
  };
  return { event, resolve: write.resolve, reject: write.reject };
}

function refusalOf(outcome: string, { key, preconditions }: PendingWrite): StorageError | undefined {
  switch (outcome.charAt(0)) {
    case 'E':
      return new StorageError('KeyExists', key, { revision: Number(outcome.slice(1)) });
    case 'C':
      return new StorageError('Conflict', key, { revision: Number(outcome.slice(1)) });
    case 'P': {
      const [index, revision] = outcome.slice(1).split(':').map(Number) as [number, number];
      return new StorageError('PreconditionFailed', preconditions[index - 1]!.key, { revision });
    }
    case 'N':
      return new StorageError('KeyNotFound', key);
    default:
      return undefined;
  }
}

function rejectAll(batch: readonly PendingWrite[], code: 'Unavailable' | 'Refused', cause: unknown): void {
  const outcome = code === 'Refused' ? 'nothing was written' : 'the outcome is unknown';
  for (const { key, reject } of batch)
    reject(
      new StorageError(code, key, { message: `writing ${key} failed: ${outcome}: ${errorMessage(cause)}`, cause }),
    );
}
