import fc from 'fast-check';
import { compareBytes, inByteOrder } from './byte-order.js';

/** Code points at the boundaries where the order of code units and bytes differs. */
const EDGES = ['a', 'b', '\ud7ff', '\ue000', '\ue001', '\uffff', '\u{10000}', '\u{10400}', '\u{10ffff}'];
const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('compareBytes', () => {
  it('orders every pair of code points at the bounds by UTF-8 bytes', () => {
    for (const a of EDGES) {
      for (const b of EDGES) expect([a, b, Math.sign(compareBytes(a, b))]).toEqual([a, b, bytes(a).compare(bytes(b))]);
    }
  });

  it('orders any texts by UTF-8 bytes, a prefix first', () => {
    const text = fc.string({ unit: fc.constantFrom(...EDGES), maxLength: 4 });
    fc.assert(fc.property(text, text, (a, b) => Math.sign(compareBytes(a, b)) === bytes(a).compare(bytes(b))));
  });

  it('orders long texts that begin alike, and reads few of their characters one by one', () => {
    const unit = fc.constantFrom(...EDGES);
    const text = fc.string({ unit, maxLength: 4 });
    const start = fc.tuple(fc.integer({ min: 0, max: 3_000 }), unit).map(([count, one]) => one.repeat(count));
    fc.assert(
      fc.property(start, text, text, (begin, a, b) => {
        const [left, right] = [begin + a, begin + b];
        return Math.sign(compareBytes(left, right)) === bytes(left).compare(bytes(right));
      }),
    );
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    try {
      expect(compareBytes(`${'a'.repeat(100_000)}b`, `${'a'.repeat(100_000)}c`)).toBeLessThan(0);
      expect(read.mock.calls.length).toBeLessThan(1_000);
    } finally {
      read.mockRestore();
    }
  });
});

describe('inByteOrder', () => {
  it('sorts two keys', () => expect(inByteOrder(['b', 'a'])).toEqual(['a', 'b']));
  it('sorts when only the last keys are out of order', () =>
    expect(inByteOrder(['a', 'c', 'b'])).toEqual(['a', 'b', 'c']));
  it('keeps sorted keys', () => expect(inByteOrder(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']));
});
