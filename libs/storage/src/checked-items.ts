import { FillError } from './fill-error.js';
import { MAX_KEY_BYTES, type Revision, type Stored } from './storage.js';

/** Far above what a server can hold; 8 bytes each. */
const MAX_ITEMS = 50_000_000;
const FIRST_ROOM = 4_096;

/**
 * Passes on the items that a store is filled with, in order, and rejects invalid ones: keys out of order, duplicate or invalid, revisions
 * that are not positive integers, above `revision`, or duplicate. Duplicate revisions are detected at the end: 8 bytes an item.
 * @throws FillError BadItem, naming the key.
 */
export async function* checkedItems(items: AsyncIterable<Stored>, revision: Revision): AsyncGenerator<Stored> {
  if (!Number.isSafeInteger(revision) || revision < 1) throw bad(`a store cannot be at revision ${revision}`);
  let before: Buffer | undefined;
  let count = 0;
  let revisions = new Float64Array(FIRST_ROOM);
  for await (const item of items) {
    const key = Buffer.from(item.key, 'utf8');
    if (key.length === 0 || key.length > MAX_KEY_BYTES || key.toString('utf8') !== item.key)
      throw bad(`"${item.key}" is not a valid key: 1 to ${MAX_KEY_BYTES} bytes of well-formed UTF-8`);
    const order = before === undefined ? 1 : Buffer.compare(key, before);
    if (order === 0) throw bad(`the key ${item.key} is there twice`);
    if (order < 0) throw bad(`the key ${item.key} is out of order`);
    if (!Number.isSafeInteger(item.revision) || item.revision < 1 || item.revision > revision)
      throw bad(`${item.key} has revision ${item.revision}, the store would be at ${revision}`);
    if (count === Math.min(MAX_ITEMS, revision))
      throw bad(`there are more than ${count} objects at revision ${revision}`);
    if (count === revisions.length) revisions = grown(revisions);
    revisions[count++] = item.revision;
    before = key;
    yield item;
  }
  const sorted = revisions.subarray(0, count).sort();
  for (let i = 1; i < count; i++)
    if (sorted[i] === sorted[i - 1]) throw bad(`revision ${sorted[i]} is there for two keys`);
}

function grown(full: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(full.length * 2);
  larger.set(full);
  return larger;
}

const bad = (text: string): FillError => new FillError('BadItem', text);
