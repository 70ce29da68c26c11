import { checkedItems } from '../checked-items.js';
import type { Revision, Stored } from '../storage.js';
import { keyByteLength } from '../storage-key.js';
import type { Changes, Disk } from './disk.js';
import { encodeEntry, EntryType } from './log-entry.js';

/** What goes into one transaction: enough that its flush costs little, so little that memory and the event loop bear it. */
const BATCH_ITEMS = 1_024;
const BATCH_BYTES = 4 * 1_024 * 1_024;

/**
 * Fills an empty file. Until the last transaction its format says that it is unfinished, so a crash leaves nothing that looks whole.
 * @param write runs one transaction; throws when the store was closed meanwhile.
 * @throws FillError BadItem.
 */
export async function fillDisk(
  write: Disk['transaction'],
  items: AsyncIterable<Stored>,
  revision: Revision,
  timeMs: number,
): Promise<void> {
  await write((changes) => changes.begin());
  let batch: Stored[] = [];
  let bytes = 0;
  let newest = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    bytes = 0;
    await write((changes) => full.forEach((item) => putItem(changes, item, timeMs)));
  };
  for await (const item of checkedItems(items, revision)) {
    batch.push(item);
    bytes += item.value.length;
    newest = Math.max(newest, item.revision);
    if (batch.length >= BATCH_ITEMS || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  await write((changes) => {
    if (newest < revision) changes.hold(revision, placeholder(revision, timeMs));
    changes.finish(revision);
  });
}

function putItem(changes: Changes, { key, value, revision }: Stored, timeMs: number): void {
  const facts = { type: EntryType.Put, key, timeMs, previous: 0, revision };
  changes.put(key, revision, encodeEntry(facts, keyByteLength(key), { bytes: value, revisionAt: undefined }));
}

/** The last entry of the log tells the newest revision. This one is part of no history: that starts after it. */
const placeholder = (revision: Revision, timeMs: number): Buffer =>
  encodeEntry({ type: EntryType.Delete, key: '', timeMs, previous: 0, revision }, 0);
