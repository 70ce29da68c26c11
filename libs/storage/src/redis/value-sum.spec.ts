import fc from 'fast-check';

import type { Revision, Value } from '../storage.js';
import { checkOf, damageOf, sumOf } from './value-sum.js';
import { withRevision } from './pending-write.js';

const REVISION = 13_900_000_000_123;
const value = fc
  .record({ bytes: fc.uint8Array({ maxLength: 60 }), part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })) })
  .map(({ bytes, part }): Value => ({
    bytes,
    revisionAt: part === null ? undefined : Math.floor(part * bytes.length),
  }));
const key = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });

describe('checksums of values on Redis', () => {
  it('match written values, with the revision at any offset or none', () =>
    fc.assert(
      fc.property(key, value, (of, written) => {
        const stored = withRevision(written, REVISION);
        expect(damageOf(of, REVISION, stored, sumOf(of, written))).toBeUndefined();
      }),
    ));

  it('detect each flipped bit of the value', () =>
    fc.assert(
      fc.property(key, value, fc.nat(), (of, written, at) => {
        const stored = withRevision(written, REVISION);
        fc.pre(stored.length > 0);
        stored[at % stored.length]! ^= 1 << (at % 8);
        expect(damageOf(of, REVISION, stored, sumOf(of, written))).toBeDefined();
      }),
    ));

  const written: Value = { bytes: Buffer.from('{"v":}'), revisionAt: 5 };
  const stored = withRevision(written, REVISION);
  const other: [string, string, Revision, Buffer][] = [
    ['of another key', 'b', REVISION, stored],
    ['of another revision', 'a', REVISION + 1, stored],
    ['that was truncated', 'a', REVISION, stored.subarray(0, -1)],
    ['of which nothing is left', 'a', REVISION, Buffer.alloc(0)],
  ];
  it.each(other)('detect a value %s', (_name, of, revision, bytes) =>
    expect(damageOf(of, revision, bytes, sumOf('a', written))).toBeDefined(),
  );

  it('accept values of releases without checksums', () =>
    expect(damageOf('a', REVISION, Buffer.from('any'), null)).toBeUndefined());

  it('of entries cover type, key and previous revision', () => {
    const all = [checkOf('p', 'a', 1), checkOf('d', 'a', 1), checkOf('p', 'b', 1), checkOf('p', 'a', 2)];
    expect(new Set(all).size).toBe(all.length);
  });
});
