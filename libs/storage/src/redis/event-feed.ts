import { setTimeout as pause } from 'node:timers/promises';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import { eventOf, fetchedEntries, fetchValues, neededValues } from './event-values.js';
import type { FeedPace } from './feed-pace.js';
import { type EpochEntry, readLogEntries, type LogEntry, type StreamEntry } from './log-entry.js';
import { checkStore, otherStore } from './other-store.js';
import { OtherPrimaryError, type ServerLink, type Session } from './server-link.js';

/** Block time of an `XREAD`, and time limit of its answer. */
const BLOCK_MS = 2_000;
const ANSWER_LIMIT_MS = 5_000;
/** Entries of one read: the next read follows when these were delivered. */
const READ_ENTRIES = 256;
const NO_CONNECTION_LIMIT_MS = 600_000;
/** Delay of a retry. */
const AFTER_FAILURE_MS = 20;

export interface FeedHost {
  readonly base: string;
  readonly link: ServerLink;
  readonly pace: FeedPace;
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** Newest revision that this process knows of. */
  readonly newest: () => Revision;
  /** Last known start of history. */
  readonly oldest: () => Revision;
  readonly ownEvent: (revision: Revision) => StorageEvent | undefined;
  /** Whether any watch reads `previous`. */
  readonly wantsPrevious: () => boolean;
  /** Id of the store that this process serves. */
  readonly served: () => string;
  /** Resolves when the data read by this connection has the configured durability. */
  readonly secure: (session: Session) => Promise<void>;
  readonly next: (events: readonly (StorageEvent | EpochEntry)[]) => void;
  /** Called when this process cannot continue from its revision. */
  readonly diverged: (reason: StorageError) => Promise<void>;
}

/** Follows the stream from the newest delivered revision, while the store is open. */
export class EventFeed {
  private closed = false;
  private readonly running: Promise<void>;

  constructor(private readonly host: FeedHost) {
    this.running = this.follow();
  }

  /** Resolves when the feed has ended; the link must be closed. */
  async close(): Promise<void> {
    this.closed = true;
    this.host.pace.end();
    await this.running;
  }

  private async follow(): Promise<void> {
    while (!this.closed) {
      try {
        await this.host.link.waitForConnection(NO_CONNECTION_LIMIT_MS);
        const found = await this.host.link.run(ANSWER_LIMIT_MS, (session) => this.read(session));
        if (this.closed) return;
        if (found instanceof StorageError) await this.host.diverged(found);
        else if (found !== 'nothing') await this.host.pace.rest(found === 'own');
      } catch {
        // The link reconnects and reports the reason.
        await pause(AFTER_FAILURE_MS);
      }
    }
  }

  /** One read of the stream. HOT PATH (bench: redis-propagation): one XREAD and at most one fetch of values. @returns why this process cannot continue, or the source of the changes. */
  private async read(session: Session): Promise<StorageError | 'nothing' | 'own' | 'others'> {
    const { base, applied, newest, oldest, served, secure, next, ownEvent, wantsPrevious } = this.host;
    if (session.state.store !== served()) {
      await secure(session);
      return otherStore('Lost');
    }
    const after = applied();
    // Without new entries the stream itself would not show that history was trimmed.
    if (oldest() > after) return compacted(after);
    const known = newest();
    const answer = (await session.redis.call(
      ...['XREAD', 'COUNT', READ_ENTRIES, 'BLOCK', BLOCK_MS, 'STREAMS', `${base}:log`, `${after}-0`],
    )) as [string, StreamEntry[]][] | null;
    if (!answer) {
      if (known <= applied()) return 'nothing';
      // A primary that is cut off from its replicas answers `XREAD` for ever, while the other links have left it.
      if (session.state.revision <= applied()) throw lacks(known, applied());
      // This server has the revision, and its log does not: another connection would not either.
      await secure(session);
      return compacted(applied());
    }
    // The answer to an own write often arrives shortly after, and has the value.
    await new Promise((resolve) => setImmediate(resolve));
    const read = readLogEntries(answer[0]![1]);
    const entries = read.entries.filter(({ revision }) => revision > applied());
    if (entries.length === 0) return read.damagedAt === undefined ? 'own' : compacted(applied());
    const reason = discontinuity(entries, applied());
    if (reason) {
      // An old primary that is about to be demoted has an epoch of its own.
      await secure(session);
      return reason;
    }
    const withPrevious = wantsPrevious();
    const needed = neededValues(entries, withPrevious, (revision) => !withPrevious && ownEvent(revision) !== undefined);
    const values = await fetchValues(session, base, needed);
    // What needs no value is an own event, or begins an epoch.
    if (needed.length === 0 && entries.some(({ type }) => type === 'epoch')) await checkStore(session, base);
    await secure(session);
    // A watch that reads `previous` started meanwhile: read again with previous values.
    if (!withPrevious && wantsPrevious()) return 'others';
    const events: (StorageEvent | EpochEntry)[] = [];
    // The next read returns the others again.
    for (const entry of fetchedEntries(entries, needed, values)) {
      const event =
        entry.type === 'epoch' ? entry : (!withPrevious && ownEvent(entry.revision)) || eventOf(entry, values);
      // An event may have been delivered meanwhile by the answer to an own write.
      if (event) events.push(event);
      else if (entry.revision > applied()) return compacted(entry.revision);
    }
    next(events);
    return needed.length === 0 ? 'own' : 'others';
  }
}

/** Checks that revisions are consecutive, or continue by an epoch entry. @returns the error if they do not. */
function discontinuity(entries: readonly LogEntry[], applied: Revision): StorageError | undefined {
  let at = applied;
  for (const { revision, type, before } of entries) {
    if (type === 'epoch' && before < at) {
      const message = `history continued from revision ${before}, this process has seen ${at}: those changes were lost`;
      return new StorageError('Lost', '', { message });
    }
    if ((type === 'epoch' ? before : revision - 1) !== at) return compacted(at);
    at = revision;
  }
  return undefined;
}

const lacks = (known: Revision, applied: Revision): OtherPrimaryError =>
  new OtherPrimaryError('Unavailable', '', {
    message: `the stream of this Redis ends at revision ${applied}, not ${known} as known`,
  });

const compacted = (revision: Revision): StorageError =>
  new StorageError('Compacted', '', {
    message: `the changes after revision ${revision} are no longer in the history`,
    revision,
  });
