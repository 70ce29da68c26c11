import { Entry } from '../cache/entry.js';
import { deleteBatches } from './delete-batches.js';

const entry = (name: string, bytes: number): Entry =>
  new Entry(`n\0${name}`, 1, Buffer.alloc(bytes), () => ({ labels: undefined, fields: {} }));

describe('deleteBatches', () => {
  it('has at most 64 objects and half a megabyte in a batch, in order', () => {
    const entries = [
      ...Array.from({ length: 150 }, (_, n) => entry(`s${n}`, 100)),
      entry('a', 500_000),
      entry('b', 90_000),
    ];
    const batches = deleteBatches(entries);
    expect(batches.map(({ entries: { length }, bytes }) => [length, bytes])).toEqual([
      [64, 6_400],
      [64, 6_400],
      [23, 502_200],
      [1, 90_000],
    ]);
    expect(batches.flatMap((batch) => batch.entries)).toEqual(entries);
  });

  it('has a larger object by itself', () =>
    expect(deleteBatches([entry('a', 10), entry('b', 900_000), entry('c', 10)]).map(({ bytes }) => bytes)).toEqual([
      10, 900_000, 10,
    ]));
});
