import { setTimeout as pause } from 'node:timers/promises';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import { eventOf, fetchValues, neededValues } from './event-values.js';
import type { FeedPace } from './feed-pace.js';
import { type EpochEntry, readLogEntries, type LogEntry, type StreamEntry } from './log-entry.js';
import type { ServerLink, Session } from './server-link.js';

/** How long the server holds a question for what comes next, and how much longer an answer may take. */
const BLOCK_MS = 2_000;
const ANSWER_LIMIT_MS = 5_000;
/** Changes taken in one piece: the next is asked for when these were delivered. */
const PIECE_ENTRIES = 256;
const NO_CONNECTION_LIMIT_MS = 600_000;
/** A server that refuses is not asked without a pause. */
const AFTER_FAILURE_MS = 20;

export interface FeedHost {
  readonly base: string;
  readonly link: ServerLink;
  readonly pace: FeedPace;
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** History starts after it, as far as is known. */
  readonly oldest: () => Revision;
  readonly ownEvent: (revision: Revision) => StorageEvent | undefined;
  /** Whether any watch wants to know what stood before. */
  readonly wantsPrevious: () => boolean;
  /** Returns when what this connection has read is as safe as was asked for. */
  readonly secure: (session: Session) => Promise<void>;
  readonly next: (events: readonly (StorageEvent | EpochEntry)[]) => void;
  /** This process cannot go on from where it is. */
  readonly diverged: (reason: StorageError) => Promise<void>;
}

/** Follows the stream from the newest revision that was delivered, for as long as the store is open. */
export class EventFeed {
  private closed = false;
  private readonly running: Promise<void>;

  constructor(private readonly host: FeedHost) {
    this.running = this.follow();
  }

  /** Ends when the link is closed, too. */
  async close(): Promise<void> {
    this.closed = true;
    this.host.pace.end();
    await this.running;
  }

  private async follow(): Promise<void> {
    while (!this.closed) {
      try {
        await this.host.link.comesWithin(NO_CONNECTION_LIMIT_MS);
        const found = await this.host.link.run(ANSWER_LIMIT_MS, (session) => this.read(session));
        if (this.closed) return;
        if (found instanceof StorageError) await this.host.diverged(found);
        else if (found !== 'nothing') await this.host.pace.rest(found === 'own');
      } catch {
        // The link makes a new connection and tells why it was needed.
        await pause(AFTER_FAILURE_MS);
      }
    }
  }

  /** One question. HOT PATH (bench: redis-propagation): one XREAD and at most one fetch of values for a piece of the stream. @returns why this process cannot go on, or what came. */
  private async read(session: Session): Promise<StorageError | 'nothing' | 'own' | 'others'> {
    const { base, applied, oldest, secure, next, ownEvent, wantsPrevious } = this.host;
    const after = applied();
    // The stream may hold nothing after it, and nobody may write: then nothing else would tell.
    if (oldest() > after) return forgotten(after);
    const answer = (await session.redis.call(
      ...['XREAD', 'COUNT', PIECE_ENTRIES, 'BLOCK', BLOCK_MS, 'STREAMS', `${base}:log`, `${after}-0`],
    )) as [string, StreamEntry[]][] | null;
    if (!answer) return 'nothing';
    // The answer to a write of our own comes in the same moment, often a little later, and brings the value.
    await new Promise((resolve) => setImmediate(resolve));
    const read = readLogEntries(answer[0]![1]);
    const entries = read.entries.filter(({ revision }) => revision > applied());
    if (entries.length === 0) return read.damagedAt === undefined ? 'own' : forgotten(applied());
    const reason = breakIn(entries, applied());
    if (reason) return reason;
    const withPrevious = wantsPrevious();
    const needed = neededValues(entries, withPrevious, (revision) => !withPrevious && ownEvent(revision) !== undefined);
    const values = await fetchValues(session.redis, base, needed);
    await secure(session);
    // Somebody began to ask for what stood before: it is to be fetched as well.
    if (!withPrevious && wantsPrevious()) return 'others';
    const events: (StorageEvent | EpochEntry)[] = [];
    for (const entry of entries) {
      const event =
        entry.type === 'epoch' ? entry : (!withPrevious && ownEvent(entry.revision)) || eventOf(entry, values);
      // What was told meanwhile by the answer to an own write is not told again.
      if (event) events.push(event);
      else if (entry.revision > applied()) return forgotten(entry.revision);
    }
    next(events);
    return needed.length === 0 ? 'own' : 'others';
  }
}

/** Revisions follow one another, or tell where history goes on from. @returns what is wrong when it does not. */
function breakIn(entries: readonly LogEntry[], applied: Revision): StorageError | undefined {
  let at = applied;
  for (const { revision, type, before } of entries) {
    if (type === 'epoch' && before < at) {
      const message = `history went on from revision ${before}, this process has seen ${at}: those changes were lost`;
      return new StorageError('Lost', '', { message });
    }
    if ((type === 'epoch' ? before : revision - 1) !== at) return forgotten(at);
    at = revision;
  }
  return undefined;
}

const forgotten = (revision: Revision): StorageError =>
  new StorageError('Compacted', '', {
    message: `the changes after revision ${revision} have left the history`,
    revision,
  });
