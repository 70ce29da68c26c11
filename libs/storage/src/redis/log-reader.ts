import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { eventOf, fetchedEntries, fetchValues, neededValues } from './event-values.js';
import { parseLostRanges, isInLostRange } from './lost-ranges.js';
import { readLogEntries, type LogEntry, type StreamEntry } from './log-entry.js';
import { assertStore } from './other-store.js';
import type { Session } from './server-link.js';

/** Entries per call. */
const PAGE_ENTRIES = 512;

/**
 * Entries with `after` < revision <= `upTo`, oldest first, at most one page; a shorter page is the last.
 * @throws StorageError Compacted when `after` is outside the history window or lost, or an entry is damaged or
 * missing; OtherStoreError.
 */
export async function readEntries(
  session: Session,
  base: string,
  after: Revision,
  upTo: Revision,
  most = PAGE_ENTRIES,
): Promise<readonly LogEntry[]> {
  const { redis } = session;
  const range = redis.call('XRANGE', `${base}:log`, `${after + 1}-0`, `${upTo}-0`, 'COUNT', most);
  // Sent after it on the same connection: entries above `trimmed` cannot be missing in the range.
  const limits = redis.hmget(`${base}:meta`, 'trimmed', 'gaps', 'store');
  const [stream, [trimmed, gaps, store]] = await Promise.all([range as Promise<StreamEntry[]>, limits]);
  assertStore(session, store);
  const known = parseLostRanges(gaps ?? '');
  if (after < Number(trimmed ?? 0) || isInLostRange(known, after))
    throw new StorageError('Compacted', '', { revision: Number(trimmed ?? 0) });
  const { entries, damagedAt } = readLogEntries(stream);
  const brokenAt =
    breakAfter(entries, after) ??
    damagedAt ??
    missingAtEnd(entries, after, isInLostRange(known, upTo) ? after : upTo, most);
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
function missingAtEnd(
  entries: readonly LogEntry[],
  after: Revision,
  upTo: Revision,
  most: number,
): Revision | undefined {
  const last = entries.at(-1)?.revision ?? after;
  return entries.length < most && last < upTo ? last + 1 : undefined;
}

/** The changes under `prefix`, with previous values, of at most `most` entries, and as many as one call fetches. @throws StorageError Compacted. */
export async function readPage(
  session: Session,
  base: string,
  prefix: string,
  after: Revision,
  upTo: Revision,
  most = PAGE_ENTRIES,
): Promise<HistoryPage> {
  const entries = await readEntries(session, base, after, upTo, most);
  const wanted = entries.filter((entry) => entry.type !== 'epoch').filter(({ key }) => key.startsWith(prefix));
  const needed = neededValues(wanted, true, () => false);
  const values = await fetchValues(session, base, needed);
  const fetched = fetchedEntries(wanted, needed, values);
  const events = fetched.map((entry) => {
    const event = eventOf(entry, values);
    if (!event) throw new StorageError('Compacted', entry.key, { revision: entry.revision });
    return event;
  });
  if (fetched.length < wanted.length) return { events, upTo: wanted[fetched.length]!.revision - 1 };
  return { events, upTo: entries.length < most ? upTo : entries.at(-1)!.revision };
}

/** Entries of the first page of a history: their values are read at once, and may have megabytes each. */
export const FIRST_ENTRIES = 1;
/** Of the values of a page, as intended: entries do not have their sizes. Unit: bytes. */
const PAGE_BYTES = 512 * 1_024;

/** Entries of the next page of a history, by the bytes of the last one of `most` entries. */
export function nextEntries(most: number, { events }: HistoryPage): number {
  let bytes = 0;
  for (const { value, previous } of events) bytes += value.length + (previous?.value.length ?? 0);
  if (bytes > PAGE_BYTES) return Math.max(1, most >> 1);
  return bytes < PAGE_BYTES / 2 ? Math.min(PAGE_ENTRIES, most * 2) : most;
}
