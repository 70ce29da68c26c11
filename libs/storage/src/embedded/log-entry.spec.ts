import fc from 'fast-check';

import {
  decodeHeader,
  decodeKey,
  decodePointer,
  encodeEntry,
  EntryType,
  HEADER_BYTES,
  pointerOf,
} from './log-entry.js';

describe('log entry', () => {
  it('gives back what went in, the revision put in at its place', () => {
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
        const { type, timeMs, previous } = given;
        expect(header).toEqual({ type, timeMs, previous, keyBytes, entryBytes: entry.length });
        expect(decodeKey(entry, header)).toBe(given.key);
        expect(decodePointer(pointerOf(entry))).toBe(given.revision);
        const text = Buffer.from(bytes).toString('latin1');
        const at = revisionAt ?? text.length;
        const digits = revisionAt === undefined ? '' : String(given.revision);
        expect(entry.subarray(HEADER_BYTES + keyBytes).toString('latin1')).toBe(
          text.slice(0, at) + digits + text.slice(at),
        );
      }),
    );
  });
});
