import { checkedItems } from '../checked-items.js';
import type { Revision, Stored } from '../storage.js';
import { keyByteLength } from '../storage-key.js';
import type { Disk } from './disk.js';
import { EMPTY_TALLY, type KeyTally } from './key-tally.js';
import { encodeEntry, encodePlaceholder, EntryType, tallyOf, withTally } from './log-entry.js';

/** Limits of one transaction: large enough to amortize the flush, small enough for memory and the event loop. */
const BATCH_ITEMS = 1_024;
const BATCH_BYTES = 4 * 1_024 * 1_024;

/**
 * Fills an empty file. Its format is `unfinished` until the last transaction, so a crash cannot leave a file that looks complete.
 * @param write runs one transaction; throws when the store was closed meanwhile.
 * @returns the tally of the keys.
 * @throws FillError BadItem.
 */
export async function fillDisk(
  write: Disk['transaction'],
  items: AsyncIterable<Stored>,
  revision: Revision,
  timeMs: number,
): Promise<KeyTally> {
  await write((changes) => changes.begin());
  let batch: Stored[] = [];
  let bytes = 0;
  let newest = 0;
  let newestEntry: Buffer | undefined;
  let tally = EMPTY_TALLY;
  const flush = async () => {
    const full = batch;
    batch = [];
    bytes = 0;
    await write((changes) => {
      for (const item of full) {
        const entry = entryOf(item, timeMs, tally);
        tally = tallyOf(entry);
        if (item.revision === newest) newestEntry = entry;
        changes.put(item.key, item.revision, entry);
      }
    });
  };
  for await (const item of checkedItems(items, revision)) {
    batch.push(item);
    bytes += item.value.length;
    newest = Math.max(newest, item.revision);
    if (batch.length >= BATCH_ITEMS || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  await write((changes) => {
    if (newest < revision) changes.putPlaceholder(revision, encodePlaceholder(revision, timeMs, tally));
    else if (newestEntry) changes.putPlaceholder(newest, withTally(newestEntry, tally));
    changes.finish(revision);
  });
  return tally;
}

function entryOf({ key, value, revision }: Stored, timeMs: number, before: KeyTally): Buffer {
  const facts = { type: EntryType.Put, key, timeMs, previous: 0, revision };
  return encodeEntry(facts, keyByteLength(key), { bytes: value, revisionAt: undefined }, before);
}
