import fc from 'fast-check';
import { isKnownFinalizer } from './finalizer-name.js';
import { generateName, validateNameBase } from './generate-name.js';
import { validateName, type NameRule } from './name-rule.js';
import { isQualifiedName, validateAnnotationKey, validateLabelKey, validateLabelValue } from './qualified-name.js';

const long = (length: number) => 'a'.repeat(length);

describe('validateName', () => {
  const rows: { id: string; rule: NameRule; good: string[]; bad: string[] }[] = [
    {
      id: 'C-013',
      rule: 'dns-subdomain',
      good: ['a', '0', 'a.b', 'a-b.c-d', '1.2', long(253)],
      bad: ['', 'A_b', 'A', 'a.', '.a', 'a..b', '-a', 'a-', 'a.-b', 'é', 'a b', long(254), 'a/b'],
    },
    { id: 'C-014', rule: 'dns-label', good: ['a', '1a', 'a-b', long(63)], bad: ['', 'a.b', 'A', '-a', 'a-', long(64)] },
    {
      id: 'C-014',
      rule: 'dns-1035-label',
      good: ['a', 'a1', 'a-b'],
      bad: ['', '1a', '1', '-a', 'a-', 'a.b', long(64)],
    },
    {
      id: 'C-015',
      rule: 'path-segment',
      good: ['User:Bob', 'system:a', 'a b', '...', 'é'],
      bad: ['.', '..', 'a/b', 'a%b'],
    },
  ];
  for (const row of rows) {
    for (const name of row.good)
      it(`${row.id} ${row.rule} accepts ${name}`, () => expect(validateName(row.rule, name)).toEqual([]));
    for (const name of row.bad)
      it(`${row.id} ${row.rule} refuses ${name}`, () => expect(validateName(row.rule, name)).not.toEqual([]));
  }

  it('C-013 agrees with the regular expression in its message', () => {
    const shown = (rule: NameRule) =>
      new RegExp(`^(?:${/validation is '(.*)'\)$/.exec(validateName(rule, '')[0]!)![1]!})$`);
    const names = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', '/', 'é'), maxLength: 6 });
    for (const rule of ['dns-subdomain', 'dns-label', 'dns-1035-label'] as const) {
      const pattern = shown(rule);
      fc.assert(fc.property(names, (name) => expect(validateName(rule, name).length === 0).toBe(pattern.test(name))));
    }
  });
});

describe('keys and values', () => {
  const rows = [
    {
      id: 'C-136',
      check: validateLabelKey,
      good: ['a', 'A', 'a.b_c-d', 'x.io/a', `${long(253)}/${long(63)}`, '0'],
      bad: ['', '-a', 'a-', '/a', 'x.io/', 'a/b/c', 'X.io/a', 'a b', long(64), `${long(254)}/a`, 'é'],
    },
    {
      id: 'C-137',
      check: validateLabelValue,
      good: ['', 'a', 'A.b_c-d', long(63)],
      bad: ['a b', '-a', 'a-', long(64), 'a/b', 'é'],
    },
    { id: 'C-138', check: validateAnnotationKey, good: ['X.io/a', 'a', 'x.io/A'], bad: ['', '-a', 'a/b/c', 'a b'] },
  ];
  for (const row of rows) {
    for (const text of row.good) it(`${row.id} accepts ${text}`, () => expect(row.check(text)).toEqual([]));
    for (const text of row.bad) it(`${row.id} refuses ${text}`, () => expect(row.check(text)).not.toEqual([]));
  }

  it.each([
    ['x.io/a', true],
    ['orphan', true],
    ['foregroundDeletion', true],
    ['x', false],
    ['Orphan', false],
    ['', false],
  ])('C-102 %j is a finalizer: %s', (name, known) => expect(isKnownFinalizer(name)).toBe(known));

  it('recognizes qualified names', () => {
    expect(isQualifiedName('x.io/a')).toBe(true);
    expect(isQualifiedName('x.io/a/b')).toBe(false);
  });
});

describe('generateName', () => {
  it('C-017 adds five characters of the alphabet', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        expect(generateName('p-', () => random)).toMatch(/^p-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
      }),
    );
  });

  it('C-017 takes each character from the source of randomness', () => {
    const numbers = [0, 0.5, 0.999, 0.1, 0.9];
    expect(generateName('p-', () => numbers.shift()!)).toBe('p-br9d7');
  });

  it('C-017 cuts the base so that the name has 63 characters', () => {
    expect(generateName(long(70), () => 0)).toBe(`${long(58)}bbbbb`);
  });

  it.each([
    ['dns-label', 63],
    ['dns-1035-label', 63],
    ['dns-subdomain', 253],
  ] as const)('a base of a %s has at most %i characters', (rule, length) => {
    expect(validateNameBase(rule, long(length))).toEqual([]);
    expect(validateNameBase(rule, long(length + 1))).toEqual([`must be no more than ${length} characters`]);
  });

  it('allows a dash at the end of the base, and no other invalid characters', () => {
    expect(validateNameBase('dns-label', 'a-')).toEqual([]);
    expect(validateNameBase('dns-label', 'A-')).not.toEqual([]);
    expect(validateNameBase('dns-1035-label', '1-')).not.toEqual([]);
  });
});
