import fc from 'fast-check';

import {
  damageOf,
  decodeHeader,
  decodeKey,
  decodePointer,
  encodeEntry,
  EntryType,
  pointerOf,
  valueOf,
} from './log-entry.js';

describe('log entry', () => {
  it('round-trips, with the revision inserted at its offset', () => {
    const revision = fc.integer({ min: 1, max: 2 ** 48 - 1 });
    const facts = fc.record({
      type: fc.constantFrom(EntryType.Put, EntryType.Delete),
      key: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      timeMs: fc.integer({ min: 0, max: 2 ** 47 }),
      previous: fc.oneof(fc.constant(0), revision),
      revision,
    });
    const value = fc
      .uint8Array({ maxLength: 50 })
      .chain((bytes) =>
        fc.record({ bytes: fc.constant(bytes), revisionAt: fc.option(fc.nat(bytes.length), { nil: undefined }) }),
      );
    fc.assert(
      fc.property(facts, value, (given, { bytes, revisionAt }) => {
        const keyBytes = Buffer.byteLength(given.key);
        const entry = encodeEntry(given, keyBytes, { bytes, revisionAt });
        const header = decodeHeader(entry);
        expect(damageOf(entry, given.revision)).toBeUndefined();
        const { type, timeMs, previous } = given;
        expect(header).toEqual({ type, timeMs, previous, keyBytes, entryBytes: entry.length });
        expect(decodeKey(entry)).toBe(given.key);
        expect(decodePointer(pointerOf(entry))).toBe(given.revision);
        const text = Buffer.from(bytes).toString('latin1');
        const at = revisionAt ?? text.length;
        const digits = revisionAt === undefined ? '' : String(given.revision);
        expect(valueOf(entry).toString('latin1')).toBe(text.slice(0, at) + digits + text.slice(at));
      }),
    );
  });

  it('detects every changed bit, truncation, and another revision', () => {
    const facts = { type: EntryType.Put, key: 'pods\0a\0b', timeMs: 7, previous: 3, revision: 9 };
    const entry = encodeEntry(facts, 8, { bytes: Buffer.from('{"a":1}'), revisionAt: 5 });
    for (let bit = 0; bit < entry.length * 8; bit++) {
      const flipped = Buffer.from(entry);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(damageOf(flipped, 9)).toBe('wrong checksum');
    }
    for (let end = 0; end < entry.length; end++) expect(damageOf(entry.subarray(0, end), 9)).toBeDefined();
    expect(damageOf(Buffer.alloc(entry.length), 9)).toBe('wrong checksum');
    expect(damageOf(entry, 10)).toBe('it is the entry of revision 9');
  });
});
