import fc from 'fast-check';
import { wrapWords } from './wrap-words.js';

it.each([
  ['fits', 10, 'fits'],
  ['one two three', 7, 'one two\nthree'],
  ['one  two', 6, 'one\ntwo'],
  ['kept\n\nbreaks', 4, 'kept\n\nbreaks'],
  ['  indented line', 10, '  indented\nline'],
  ['a verylongword', 5, 'a\nverylongword'],
  ['verylongword a', 5, 'verylongword\na'],
  [' verylongword', 5, ' verylongword'],
  ['  verylongword', 5, '\nverylongword'],
  ['no\u00a0break here', 7, 'no\u00a0break\nhere'],
  ['ends with spaces   ', 18, 'ends with spaces'],
  ['ends  ', 10, 'ends  '],
  ['', 5, ''],
])('wraps %j at %d', (text, width, wrapped) => expect(wrapWords(text, width)).toBe(wrapped));

it('keeps every word in order', () => {
  const words = (text: string) => text.split(/[\n ]+/).filter((word) => word !== '');
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'bcd', 'efghijklmn', ' ', '  ', '\n')), fc.integer({ min: 1, max: 12 }), (parts, width) => {
      const text = parts.join(' ');
      expect(words(wrapWords(text, width))).toEqual(words(text));
    }),
  ); // prettier-ignore
});
