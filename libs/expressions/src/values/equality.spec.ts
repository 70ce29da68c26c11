import fc from 'fast-check';
import { compare } from './equality.js';
import { Meter } from './meter.js';

const orderOf = (left: string, right: string): number =>
  Math.sign(compare(left, right, new Meter(1_000_000)) as number);

/** The order of their characters, one after the other. */
function orderOfCharacters(left: string, right: string): number {
  const others = Array.from(right, (character) => character.codePointAt(0)!);
  const own = Array.from(left, (character) => character.codePointAt(0)!);
  const at = own.findIndex((character, index) => character !== others[index]);
  if (at < 0) return own.length === others.length ? 0 : -1;
  return at >= others.length ? 1 : Math.sign(own[at]! - others[at]!);
}

describe('the order of texts', () => {
  const character = fc.constantFrom('a', 'é', '中', '\ue000', '\uffff', '😀', '😁', '🐢');
  const text = fc.string({ unit: character, maxLength: 300 });

  it('is that of their characters, wherever they differ', () => {
    fc.assert(
      fc.property(text, text, text, (start, left, right) => {
        expect(orderOf(start + left, start + right)).toBe(orderOfCharacters(start + left, start + right));
      }),
    );
  });

  it('is found without a look at each unit of long texts', () => {
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    const start = '😀'.repeat(50_000);
    expect(orderOf(`${start}a`, `${start}b`)).toBe(-1);
    expect(read.mock.calls.length).toBeLessThan(300);
    read.mockRestore();
  });
});
