import fc from 'fast-check';
import { lastPosition, partsOf, searchFor } from './text-search.js';

/** Texts that nearly match everywhere. */
const text = (max: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: max });
/** Longer than those that are searched for with `indexOf`. */
const long = fc
  .tuple(text(3), fc.integer({ min: 201, max: 210 }), text(3))
  .map(([a, times, b]) => a + 'a'.repeat(times) + b);

describe('a search for a text', () => {
  it('finds what indexOf, lastIndexOf and split find', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(long, text(5))), fc.oneof(long, text(5)), fc.nat(500), (parts, sought, from) => {
        fc.pre(sought !== '');
        const whole = parts.join('');
        expect(searchFor(sought)(whole, from)).toBe(whole.indexOf(sought, from));
        expect(lastPosition(whole, sought, from)).toBe(whole.lastIndexOf(sought, from));
        expect(partsOf(whole, sought)).toEqual(whole.split(sought));
      }),
    );
  });

  it('of a text that is longer reads neither', () => {
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    expect(searchFor('a'.repeat(10_000))('a'.repeat(9_999), 0)).toBe(-1);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('of a long text that nearly matches everywhere does not compare it everywhere', () => {
    const indexOf = jest.spyOn(String.prototype, 'indexOf');
    const sought = `${'a'.repeat(1_000)}b${'a'.repeat(1_000)}`;
    expect(searchFor(sought)('a'.repeat(10_000), 0)).toBe(-1);
    expect(indexOf).not.toHaveBeenCalled();
    indexOf.mockRestore();
  });
});
