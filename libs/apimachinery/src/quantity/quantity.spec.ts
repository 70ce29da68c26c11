import fc from 'fast-check';
import { canonicalQuantity, Quantity } from './quantity.js';

const parse = (text: string): Quantity => {
  const quantity = Quantity.parse(text);
  if (!quantity) throw new Error(`no quantity: ${text}`);
  return quantity;
};

describe('canonical form', () => {
  const cases: [text: string, want: string][] = [
    ['1024Mi', '1Gi'],
    ['1Gi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['500M', '500M'],
    ['1000M', '1G'],
    ['1e9', '1e9'],
    ['1E9', '1e9'],
    ['1e+3', '1e3'],
    ['10e3', '10e3'],
    ['100e1', '1e3'],
    ['5e0', '5'],
    ['1e-3', '1e-3'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['5.', '5'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['1000', '1k'],
    ['1024', '1024'],
    ['+3', '3'],
    ['-3k', '-3k'],
    ['007', '7'],
    ['0', '0'],
    ['-0', '0'],
    ['0Gi', '0'],
    ['0.000', '0'],
    ['512Ki', '512Ki'],
    ['0.5Ki', '512'],
    ['1Ki', '1Ki'],
    ['1.5Ki', '1536'],
    ['1.0001Ki', '1024102400u'],
    ['1E', '1E'],
    ['1000E', '1000E'],
    ['1e21', '1e21'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['7Ei', '7Ei'],
    ['123n', '123n'],
    ['1000u', '1m'],
  ];
  for (const [text, want] of cases) {
    it(`C-180 ${text} is ${want}`, () => {
      expect(canonicalQuantity(text)).toBe(want);
      expect(parse(text).toString()).toBe(want);
    });
  }

  const finer: [string, string][] = [
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['1e-12', '1e-9'],
    ['1.0000000001', '1000000001n'],
    ['1.0000000000', '1'],
    ['1e-60', '1e-9'],
  ];
  for (const [text, want] of finer) {
    it(`C-180 ${text} is rounded away from zero to ${want}`, () => expect(canonicalQuantity(text)).toBe(want));
  }
});

describe('limits', () => {
  const texts = ['1e60', '-1e60', `1${'0'.repeat(60)}`, `${'9'.repeat(60)}.000000001`, `-${'9'.repeat(60)}.1`, `${'9'.repeat(55)}.${'9'.repeat(8)}`, '999999e54', `0.${'0'.repeat(78)}`]; // prettier-ignore
  for (const text of texts) {
    it(`C-180 ${text.slice(0, 20)}, of ${text.length} characters, has a canonical form that parses again`, () => {
      const canonical = canonicalQuantity(text)!;
      expect(canonicalQuantity(canonical)).toBe(canonical);
      expect(parse(canonical).compare(parse(text))).toBe(0);
    });
  }
});

describe('refused', () => {
  const texts = [
    '', ' ', '.', '-', '+', '1x', '1 Gi', ' 1', '1 ', 'Gi', '1K', '1KI', '1ki', '1mi', '1i', '1e', '1e+', '1e1.5', '1.2.3',
    '--1', '1-', '1_000', '0x10', 'NaN', 'Infinity', '１', '1e61', '1e-61', '1e999999999', '1Gi1', '1Ee1',
    '9'.repeat(61), `0.${'0'.repeat(79)}`, '1000e60', '-1000e60', '1.1e60', `1${'0'.repeat(60)}.000000001`,
  ]; // prettier-ignore
  for (const text of texts) {
    it(`C-180 refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(canonicalQuantity(text)).toBeUndefined();
      expect(Quantity.parse(text)).toBeUndefined();
    });
  }
});

describe('arithmetic', () => {
  it('adds exactly where doubles would not', () =>
    expect(parse('9007199254740993').add(parse('1n')).toString()).toBe('9007199254740993000000001n'));
  it('keeps the notation of the first', () => {
    expect(parse('1Gi').add(parse('1024M')).toString()).toBe('2048576Ki');
    expect(parse('512Mi').add(parse('512Mi')).toString()).toBe('1Gi');
    expect(parse('1e3').add(parse('1k')).toString()).toBe('2e3');
  });
  it('subtracts in the notation of the first', () =>
    expect([parse('1Gi').sub(parse('1024k')).toString(), parse('2048k').sub(parse('1Ki')).toString()]).toEqual([
      '1047576Ki',
      '2046976',
    ]));
  it('grows beyond the last suffix', () => {
    let amount = parse('4Ei');
    for (let doubled = 0; doubled < 8; doubled++) amount = amount.add(amount);
    expect(amount.toString()).toBe('1024Ei');
  });
  it('formats a binary amount below 1024 as decimal', () =>
    expect(parse('1Ki').sub(parse('24')).toString()).toBe('1k'));
  it('takes the notation of the second when the first is zero', () => {
    expect(Quantity.zero.add(parse('1024Mi')).toString()).toBe('1Gi');
    expect(Quantity.zero.sub(parse('1024Mi')).toString()).toBe('-1Gi');
  });
  it('subtracts below zero', () => expect(parse('1').sub(parse('1500m')).toString()).toBe('-500m'));
  it('compares across notations', () => {
    expect(parse('1024Mi').compare(parse('1Gi'))).toBe(0);
    expect(parse('1G').compare(parse('1Gi'))).toBe(-1);
    expect(parse('1n').compare(parse('0'))).toBe(1);
  });
  it('has a sign', () => {
    expect([parse('-1').sign, parse('0').sign, parse('1n').sign]).toEqual([-1, 0, 1]);
  });
  it('converts to a number for display', () => {
    expect(parse('1500m').toNumber()).toBe(1.5);
    expect(parse('-2Ki').toNumber()).toBe(-2048);
    expect(parse('1e30').toNumber()).toBe(1e30);
  });
  it('encodes to JSON as its text', () => expect(JSON.stringify({ q: parse('1000m') })).toBe('{"q":"1"}'));
});

describe('laws', () => {
  const suffix = fc.constantFrom(
    'n',
    'u',
    'm',
    '',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'e3',
    'E-2',
    'e0',
  );
  const text = fc
    .tuple(fc.constantFrom('', '-', '+'), fc.nat(99_999), fc.option(fc.nat(9_999)), suffix)
    .map(([sign, whole, fraction, unit]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${unit}`);

  it('C-180 the canonical form is a fixed point and equals the original', () =>
    fc.assert(
      fc.property(text, (t) => {
        const canonical = canonicalQuantity(t)!;
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(parse(canonical).compare(parse(t))).toBe(0);
        expect(canonical).not.toContain('.');
      }),
    ));
  it('addition commutes in value, and subtraction is its inverse', () =>
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(
          parse(a)
            .add(parse(b))
            .compare(parse(b).add(parse(a))),
        ).toBe(0);
        expect(parse(a).add(parse(b)).sub(parse(b)).compare(parse(a))).toBe(0);
      }),
    ));
  it('order agrees with the sign of the difference', () =>
    fc.assert(fc.property(text, text, (a, b) => expect(parse(a).compare(parse(b))).toBe(parse(a).sub(parse(b)).sign))));
  it('never throws', () => fc.assert(fc.property(fc.string({ maxLength: 80 }), (t) => void canonicalQuantity(t))));
});
