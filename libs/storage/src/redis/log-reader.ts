import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { eventOf, fetchValues, neededValues } from './event-values.js';
import { gapsOf, isInGap } from './gaps.js';
import { readLogEntry, type LogEntry, type StreamEntry } from './log-entry.js';
import type { Session } from './server-link.js';

/** Changes looked at in one call. */
const PAGE_ENTRIES = 512;

/**
 * Entries with `after` < revision <= `upTo`, oldest first, some hundred at most; fewer only when there are no more.
 * @throws StorageError Compacted when history does not reach back that far, or what came after `after` was lost.
 */
export async function readEntries(
  { redis }: Session,
  base: string,
  after: Revision,
  upTo: Revision,
): Promise<readonly LogEntry[]> {
  const range = redis.call('XRANGE', `${base}:log`, `${after + 1}-0`, `${upTo}-0`, 'COUNT', PAGE_ENTRIES);
  // Asked after it, on the same connection: what is trimmed by then may be missing, what is not was seen.
  const limits = redis.hmget(`${base}:meta`, 'trimmed', 'gaps');
  const [entries, [trimmed, gaps]] = await Promise.all([range as Promise<StreamEntry[]>, limits]);
  if (after < Number(trimmed ?? 0) || isInGap(gapsOf(gaps ?? ''), after))
    throw new StorageError('Compacted', '', { revision: Number(trimmed ?? 0) });
  return entries.map(readLogEntry);
}

/** The changes under `prefix`, with what stood before. @throws StorageError Compacted. */
export async function readPage(
  session: Session,
  base: string,
  prefix: string,
  after: Revision,
  upTo: Revision,
): Promise<HistoryPage> {
  const entries = await readEntries(session, base, after, upTo);
  const wanted = entries.filter((entry) => entry.type !== 'epoch').filter(({ key }) => key.startsWith(prefix));
  const values = await fetchValues(
    session.redis,
    base,
    neededValues(wanted, true, () => false),
  );
  const events = wanted.map((entry) => {
    const event = eventOf(entry, values);
    if (!event) throw new StorageError('Compacted', entry.key, { revision: entry.revision });
    return event;
  });
  return { events, upTo: entries.length < PAGE_ENTRIES ? upTo : entries.at(-1)!.revision };
}
