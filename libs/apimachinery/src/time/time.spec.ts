import fc from 'fast-check';
import { canonicalMicroTime, canonicalTime, formatMicroTime, formatTime, parseTimeMs } from './time.js';

describe('canonicalTime', () => {
  const cases: [text: string, want: string][] = [
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:00.999999Z', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00Z'],
    ['2024-01-01T00:30:00-23:59', '2024-01-02T00:29:00Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
    ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ];
  for (const [text, want] of cases) {
    it(`${text} is ${want}`, () => expect(canonicalTime(text)).toBe(want));
  }
});

describe('canonicalMicroTime', () => {
  const cases: [text: string, want: string][] = [
    ['2024-01-01T00:00:00.123456Z', '2024-01-01T00:00:00.123456Z'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.000000Z'],
    ['2024-01-01T00:00:00.1Z', '2024-01-01T00:00:00.100000Z'],
    ['2024-01-01T00:00:00.123456789Z', '2024-01-01T00:00:00.123456Z'],
    ['2024-01-01T00:00:00.000001+00:00', '2024-01-01T00:00:00.000001Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ];
  for (const [text, want] of cases) {
    it(`A-290 ${text} is ${want}`, () => expect(canonicalMicroTime(text)).toBe(want));
  }
});

describe('refused', () => {
  const texts = [
    '', '1', '2024', '2024-01-01', 'Jan 2 2024', '2024-01-01 00:00:00Z', '2024-01-01t00:00:00Z', '2024-01-01T00:00:00z',
    '2024-01-01T00:00:00', '2024-01-01T00:00Z', '2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '1900-02-29T00:00:00Z',
    '2024-00-01T00:00:00Z', '2024-13-01T00:00:00Z', '2024-01-00T00:00:00Z', '2024-04-31T00:00:00Z', '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z', '2024-01-01T00:00:60Z', '2024-01-01T00:00:00.Z', '2024-01-01T00:00:00,5Z', '2024-01-01T00:00:00+0100',
    '2024-01-01T00:00:00+24:00', '2024-01-01T00:00:00+00:60', '2024-01-01T00:00:00ZZ', ' 2024-01-01T00:00:00Z',
    '-024-01-01T00:00:00Z', '2024-01-01T00:00:00Z\n', '0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01',
    `2024-01-01T00:00:00.${'1'.repeat(60)}Z`,
  ]; // prettier-ignore
  for (const text of texts) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(canonicalTime(text)).toBeUndefined();
      expect(canonicalMicroTime(text)).toBeUndefined();
      expect(parseTimeMs(text)).toBeUndefined();
    });
  }
});

describe('parsing and formatting', () => {
  it('parses milliseconds', () => expect(parseTimeMs('1970-01-01T00:00:01.2345Z')).toBe(1234));
  it('truncates to seconds, also before 1970', () => {
    expect(formatTime(1999)).toBe('1970-01-01T00:00:01Z');
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z');
  });
  it('formats microseconds', () => {
    expect(formatMicroTime(1234)).toBe('1970-01-01T00:00:01.234000Z');
    expect(formatMicroTime({ ms: 1234, micros: 7 })).toBe('1970-01-01T00:00:01.234007Z');
  });
  it('throws for times that it could not parse', () => {
    expect(() => formatTime(253_402_300_800_000)).toThrow(RangeError);
    expect(() => formatTime(NaN)).toThrow(RangeError);
  });

  const anyMs = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
  it('round-trips', () =>
    fc.assert(
      fc.property(anyMs, fc.nat(999), (ms, micros) => {
        const text = formatMicroTime({ ms, micros });
        expect(parseTimeMs(text)).toBe(ms);
        expect(canonicalMicroTime(text)).toBe(text);
        expect(parseTimeMs(formatTime(ms))).toBe(Math.floor(ms / 1000) * 1000);
      }),
    ));
  it('agrees with the platform on every day', () =>
    fc.assert(
      fc.property(anyMs, (ms) => {
        const text = new Date(ms).toISOString();
        expect(parseTimeMs(text)).toBe(ms);
      }),
    ));
  it('never throws', () => fc.assert(fc.property(fc.string({ maxLength: 70 }), (t) => void canonicalTime(t))));
});
