import { seededRandom } from '@orch/apimachinery';
import * as fc from 'fast-check';
import { Entry, factReader } from './entry.js';
import { SlabAllocator } from './slab-allocator.js';

const SLAB_BYTES = 256 * 1_024;
const readFacts = factReader(undefined);
const entryOf = (key: number, revision: number, size: number): Entry =>
  new Entry(String(key), revision, Buffer.alloc(size, `${key}:${revision};`), readFacts);
const textOf = (entry: Entry): string => `${entry.key}:${entry.revision};`;

/** Bytes of all slabs that hold values of these entries. */
const heldBy = (entries: Iterable<Entry>): number => {
  const pieces = new Set<ArrayBufferLike>();
  for (const entry of entries) pieces.add(entry.bytes.buffer);
  return [...pieces].reduce((sum, piece) => sum + piece.byteLength, 0);
};
const sizeOf = (entries: Iterable<Entry>): number => [...entries].reduce((sum, entry) => sum + entry.bytes.length, 0);

/** Random writes: each is an object and the size of its new value, 0 for a delete. */
function play(writes: readonly (readonly [key: number, size: number])[]) {
  const memory = new SlabAllocator();
  const current = new Map<number, Entry>();
  const history: Entry[] = [];
  writes.forEach(([key, size], revision) => {
    const entry = entryOf(key, revision, size || 500);
    const previous = current.get(key);
    if (previous) {
      memory.retire(previous);
      history.push(previous);
    }
    if (size > 0) {
      memory.store(entry);
      current.set(key, entry);
    } else {
      memory.archive(entry);
      history.push(entry);
      current.delete(key);
    }
  });
  return { current, history };
}

describe('SlabAllocator', () => {
  const writes = fc.array(fc.tuple(fc.nat(200), fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 }))), {
    minLength: 500,
    maxLength: 3_000,
  });

  it('moves values and never changes one, current or past', () => {
    fc.assert(
      fc.property(writes, (sequence) => {
        const { current, history } = play(sequence);
        for (const entry of [...current.values(), ...history]) {
          expect(entry.bytes.equals(Buffer.alloc(entry.bytes.length, textOf(entry)))).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('holds little more than the current values, however often they changed', () => {
    const random = seededRandom(1);
    const next = (below: number): number => Math.floor(random() * below);
    const sequence = Array.from({ length: 60_000 }, (): [number, number] => [next(4_000), 2_000 + next(800)]);
    const { current } = play(sequence);
    const size = sizeOf(current.values());
    expect(heldBy(current.values())).toBeLessThan(size / 0.85 + 2 * SLAB_BYTES);
  });

  it('keeps history in separate slabs, in order', () => {
    const { current, history } = play(Array.from({ length: 4_000 }, (_, i): [number, number] => [i % 1_000, 1_000]));
    const pieces = new Set([...current.values()].map((entry) => entry.bytes.buffer));
    expect(history.some((entry) => pieces.has(entry.bytes.buffer))).toBe(false);
    expect(heldBy(history.slice(-500))).toBeLessThanOrEqual(3 * SLAB_BYTES);
  });

  it('evacuates buffers read from the store', () => {
    const memory = new SlabAllocator();
    const slab = Buffer.alloc(32 * 1_024, 'x');
    const loaded = Array.from(
      { length: 32 },
      (_, i) => new Entry(String(i), 1, slab.subarray(i * 1_024, (i + 1) * 1_024), readFacts),
    );
    for (const entry of loaded) memory.register(entry);
    for (const entry of loaded.slice(0, 6)) memory.retire(entry);
    expect(loaded.slice(6).some((entry) => entry.bytes.buffer === slab.buffer)).toBe(false);
    expect(loaded[31]!.bytes.toString()).toBe('x'.repeat(1_024));
  });
});
