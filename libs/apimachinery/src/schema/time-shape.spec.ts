import fc from 'fast-check';
import { canonicalMicroTime, canonicalTime } from '../time/time.js';
import { isCanonicalTime } from './time-shape.js';

describe('isCanonicalTime', () => {
  it('accepts times written by the server', () => {
    expect(isCanonicalTime('2024-01-30T23:59:59Z', 0)).toBe(true);
    expect(isCanonicalTime('2024-01-30T23:59:59.000001Z', 6)).toBe(true);
  });

  it('rejects all times that a full parse would reject or change', () => {
    const digit = fc.constantFrom('0', '1', '2', '3', '5', '6', '9');
    const part = (length: number) => fc.string({ unit: digit, minLength: length, maxLength: length });
    const times = fc
      .tuple(
        part(4),
        part(2),
        part(2),
        part(2),
        part(2),
        part(2),
        fc.constantFrom('', '.000001', '.1'),
        fc.constantFrom('Z', 'z', '+00:00', ''),
      )
      .map(([y, mo, d, h, mi, s, f, z]) => `${y}-${mo}-${d}T${h}:${mi}:${s}${f}${z}`);
    fc.assert(
      fc.property(times, (text) => {
        if (isCanonicalTime(text, 0)) expect(canonicalTime(text)).toBe(text);
        if (isCanonicalTime(text, 6)) expect(canonicalMicroTime(text)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  const wrong = [
    '2024-01-01T00:00:00',
    '2024-13-01T00:00:00Z',
    '2024-02-30T00:00:00Z',
    '2024-01-01 00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024/01-01T00:00:00Z',
    '2024-01/01T00:00:00Z',
    '2024-01-01T00.00:00Z',
    '2024-01-01T00:00.00Z',
    '2024-01-01T00:00:00Z ',
    // The colon is the character after 9.
    '2024-0:-01T00:00:00Z',
    '2024-:0-01T00:00:00Z',
    '2024-01-01T00:00:0xZ',
    'é024-01-01T00:00:00Z',
    '',
  ];
  for (const text of wrong) it(`rejects ${text}`, () => expect(isCanonicalTime(text, 0)).toBe(false));

  const wrongDecimals = ['00x000001Z', '00.00000xZ', '00.0000001Z', '00.00001Z', '00Z'];
  for (const end of wrongDecimals) {
    it(`rejects seconds ${end} with six decimals`, () =>
      expect(isCanonicalTime(`2024-01-01T00:00:${end}`, 6)).toBe(false));
  }
});
