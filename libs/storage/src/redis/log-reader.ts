import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { eventOf, fetchValues, neededValues } from './event-values.js';
import { gapsOf, isInGap } from './gaps.js';
import { readLogEntries, type LogEntry, type StreamEntry } from './log-entry.js';
import type { Session } from './server-link.js';

/** Changes looked at in one call. */
const PAGE_ENTRIES = 512;

/**
 * Entries with `after` < revision <= `upTo`, oldest first, some hundred at most; fewer only when there are no more.
 * @throws StorageError Compacted when history does not reach back that far, what came after `after` was lost, or an entry is damaged or
 * missing.
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
  const [stream, [trimmed, gaps]] = await Promise.all([range as Promise<StreamEntry[]>, limits]);
  const known = gapsOf(gaps ?? '');
  if (after < Number(trimmed ?? 0) || isInGap(known, after))
    throw new StorageError('Compacted', '', { revision: Number(trimmed ?? 0) });
  const { entries, damagedAt } = readLogEntries(stream);
  const brokenAt =
    breakAfter(entries, after) ?? damagedAt ?? missingAtEnd(entries, after, isInGap(known, upTo) ? after : upTo);
  if (brokenAt !== undefined)
    throw new StorageError('Compacted', '', {
      message: `the history is damaged: the entry of revision ${brokenAt} cannot be read`,
      revision: brokenAt,
    });
  return entries;
}

/** Where entries are missing: each revision follows the one before it, or begins an epoch that goes on from there. */
function breakAfter(entries: readonly LogEntry[], after: Revision): Revision | undefined {
  let at = after;
  for (const { revision, type, before } of entries) {
    if ((type === 'epoch' ? before : revision - 1) !== at) return at + 1;
    at = revision;
  }
  return undefined;
}

/** Fewer than a page reach to its end. */
function missingAtEnd(entries: readonly LogEntry[], after: Revision, upTo: Revision): Revision | undefined {
  const last = entries.at(-1)?.revision ?? after;
  return entries.length < PAGE_ENTRIES && last < upTo ? last + 1 : undefined;
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
