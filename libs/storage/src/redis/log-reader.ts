import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { eventOf, fetchValues, neededValues } from './event-values.js';
import { parseLostRanges, isInLostRange } from './lost-ranges.js';
import { readLogEntries, type LogEntry, type StreamEntry } from './log-entry.js';
import type { Session } from './server-link.js';

/** Entries per call. */
const PAGE_ENTRIES = 512;

/**
 * Entries with `after` < revision <= `upTo`, oldest first, at most one page; a shorter page is the last.
 * @throws StorageError Compacted when `after` is outside the history window or lost, or an entry is damaged or
 * missing.
 */
export async function readEntries(
  { redis }: Session,
  base: string,
  after: Revision,
  upTo: Revision,
): Promise<readonly LogEntry[]> {
  const range = redis.call('XRANGE', `${base}:log`, `${after + 1}-0`, `${upTo}-0`, 'COUNT', PAGE_ENTRIES);
  // Sent after it on the same connection: entries above `trimmed` cannot be missing in the range.
  const limits = redis.hmget(`${base}:meta`, 'trimmed', 'gaps');
  const [stream, [trimmed, gaps]] = await Promise.all([range as Promise<StreamEntry[]>, limits]);
  const known = parseLostRanges(gaps ?? '');
  if (after < Number(trimmed ?? 0) || isInLostRange(known, after))
    throw new StorageError('Compacted', '', { revision: Number(trimmed ?? 0) });
  const { entries, damagedAt } = readLogEntries(stream);
  const brokenAt =
    breakAfter(entries, after) ?? damagedAt ?? missingAtEnd(entries, after, isInLostRange(known, upTo) ? after : upTo);
  if (brokenAt !== undefined)
    throw new StorageError('Compacted', '', {
      message: `the history is damaged: the entry of revision ${brokenAt} cannot be read`,
      revision: brokenAt,
    });
  return entries;
}

/** The first missing revision: each entry has the next revision, or begins an epoch that continues from the previous one. */
function breakAfter(entries: readonly LogEntry[], after: Revision): Revision | undefined {
  let at = after;
  for (const { revision, type, before } of entries) {
    if ((type === 'epoch' ? before : revision - 1) !== at) return at + 1;
    at = revision;
  }
  return undefined;
}

/** The first missing revision at the end: a page that is not full must reach `upTo`. */
function missingAtEnd(entries: readonly LogEntry[], after: Revision, upTo: Revision): Revision | undefined {
  const last = entries.at(-1)?.revision ?? after;
  return entries.length < PAGE_ENTRIES && last < upTo ? last + 1 : undefined;
}

/** The changes under `prefix`, with previous values. @throws StorageError Compacted. */
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
