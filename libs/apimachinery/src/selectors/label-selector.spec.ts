import fc from 'fast-check';
import { ApiError } from '../status/api-error.js';
import { LabelSelector, parseLabelSelector } from './label-selector.js';

const failure = (run: () => unknown): ApiError => {
  try {
    run();
  } catch (err) {
    if (err instanceof ApiError) return err;
    throw err;
  }
  throw new Error('did not fail');
};

describe('matching', () => {
  type Case = [id: string, selector: string, labels: Record<string, string> | undefined, want: boolean];
  const cases: Case[] = [
    ['C-278', 'a=1', { a: '1' }, true],
    ['C-278', 'a=1', { a: '2' }, false],
    ['C-278', 'a=1', {}, false],
    ['C-278', 'a==1', { a: '1' }, true],
    ['C-278', 'a==1', { a: '2' }, false],
    ['C-278', 'a!=1', { a: '1' }, false],
    ['C-278', 'a!=1', { a: '2' }, true],
    ['C-278', 'a!=1', {}, true],
    ['C-278', 'a!=1', undefined, true],
    ['C-278', 'a=', { a: '' }, true],
    ['C-278', 'a=', {}, false],
    ['C-278', 'a!=', { a: '' }, false],
    ['C-279', 'a in (1,2)', { a: '2' }, true],
    ['C-279', 'a in (1,2)', { a: '3' }, false],
    ['C-279', 'a in (1,2)', {}, false],
    ['C-279', 'a in (1,)', { a: '' }, true],
    ['C-279', 'a in (,)', {}, false],
    ['C-279', 'a notin (1,2)', { a: '2' }, false],
    ['C-279', 'a notin (1,2)', { a: '3' }, true],
    ['C-279', 'a notin (1,2)', {}, true],
    ['C-279', 'a', { a: '' }, true],
    ['C-279', 'a', { b: '1' }, false],
    ['C-279', '!a', { b: '1' }, true],
    ['C-279', '!a', { a: '' }, false],
    ['C-279', 'env in (p,q),!x', { env: 'p' }, true],
    ['C-279', 'env in (p,q),!x', { env: 'p', x: '1' }, false],
    ['C-279', 'a=1,b=2', { a: '1' }, false],
    ['C-280', 'n>1', { n: '2' }, true],
    ['C-280', 'n>1', { n: '1' }, false],
    ['C-280', 'n>1', { n: 'two' }, false],
    ['C-280', 'n>1', {}, false],
    ['C-280', 'n>9', { n: '10' }, true],
    ['C-280', 'n>007', { n: '8' }, true],
    ['C-280', 'n<1', { n: '0' }, true],
    ['C-280', 'n<1', { n: '1' }, false],
    ['C-280', 'n>9007199254740992', { n: '9007199254740993' }, true],
    ['C-280', 'n>1', { n: '9223372036854775808' }, false],
  ];
  for (const [id, selector, labels, want] of cases) {
    it(`${id} ${selector} on ${JSON.stringify(labels)} is ${want}`, () =>
      expect(parseLabelSelector(selector).matches(labels)).toBe(want));
  }

  it('C-277 an empty selector matches everything', () => {
    expect(parseLabelSelector('').matches(undefined)).toBe(true);
    expect(parseLabelSelector('').isEmpty).toBe(true);
    expect(parseLabelSelector(' ').isEmpty).toBe(true);
    expect(parseLabelSelector('a').isEmpty).toBe(false);
  });
  it('reads own labels only', () => {
    expect(parseLabelSelector('toString').matches({})).toBe(false);
    expect(parseLabelSelector('!constructor').matches({})).toBe(true);
  });
  it('LabelSelector.nothing matches nothing and is not empty', () => {
    expect(LabelSelector.nothing.matches({ a: '1' })).toBe(false);
    expect(LabelSelector.nothing.matches(undefined)).toBe(false);
    expect(LabelSelector.nothing.isEmpty).toBe(false);
  });
});

describe('parsing', () => {
  const canonical: [text: string, want: string][] = [
    ['b=2,a=1', 'a=1,b=2'],
    ['a==1', 'a=1'],
    ['a in (1)', 'a=1'],
    ['a notin (1)', 'a!=1'],
    [' a\tin\n( z , y,y ) , ! b ', 'a in (y,z),!b'],
    ['in in (in, notin)', 'in in (in,notin)'],
    ['in', 'in'],
    ['notin=in', 'notin=in'],
    ['a.b/c-d_e', 'a.b/c-d_e'],
    ['a in (,x)', 'a in (,x)'],
    ['n>5,n<9', 'n<9,n>5'],
  ];
  for (const [text, want] of canonical) {
    it(`C-279 ${JSON.stringify(text)} is ${want}`, () => expect(parseLabelSelector(text).toString()).toBe(want));
  }

  const malformed = [
    'a in', 'a in 1', 'a in (', 'a in (1', 'a in (1,', 'a in (1)b', 'a in (1 2)', 'a foo (1)', ',', ',a', 'a,', 'a,,b',
    '=', '=a', '==', 'a===b', 'a=!b', 'a=b=c', '!', '!!a', '!a=b', '!a in (b)', 'a b', 'a=b c', '(a)', 'a>', 'a>b', 'a>-1', 'a>1.5',
    'a>9223372036854775808', 'a>>1', 'a!b', '-a=b', 'a=-b', 'a=b-', 'a/b/c', '/a', 'a/', 'A.b/c', 'a..b/c', 'a=é', '$=1',
    `${'a'.repeat(64)}=1`, `a=${'b'.repeat(64)}`, `${'a'.repeat(254)}/b`,
  ]; // prettier-ignore
  for (const text of malformed) {
    it(`C-281 refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
      const err = failure(() => parseLabelSelector(text));
      expect(err.code).toBe(400);
      expect(err.message).toMatch(/^(unable to parse requirement: |found ')/);
      expect(err.message.length).toBeLessThan(600);
    });
  }
  it('C-281 reports the unexpected token', () =>
    expect(failure(() => parseLabelSelector('a in')).message).toBe(
      "unable to parse requirement: found '' expected: '('",
    ));
  it('C-281 rejects a too long selector', () => {
    expect(failure(() => parseLabelSelector('a,'.repeat(40_000) + 'a')).code).toBe(400);
  });
});

describe('laws', () => {
  const key = fc.constantFrom('a', 'b', 'in', 'x.y/z');
  const value = fc.constantFrom('', '1', '2', '10', 'v', 'notin');
  const values = fc.array(value, { minLength: 1, maxLength: 3 });
  const labels = fc.dictionary(key, value, { noNullPrototype: true });
  const requirement = fc.oneof(
    fc.tuple(key, value).map(([k, v]) => `${k}=${v}`),
    fc.tuple(key, value).map(([k, v]) => `${k}!=${v}`),
    fc.tuple(key, values).filter(([, v]) => v.join('') !== '').map(([k, v]) => `${k} in (${v.join(', ')})`), // prettier-ignore
    fc.tuple(key, values).filter(([, v]) => v.join('') !== '').map(([k, v]) => `${k} notin (${v.join(',')})`), // prettier-ignore
    key,
    key.map((k) => `!${k}`),
    key.map((k) => `${k}>1`),
    key.map((k) => `${k} < 10`),
  );

  it('a formatted selector selects the same objects', () =>
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 4 }), labels, (requirements, l) => {
        const selector = parseLabelSelector(requirements.join(','));
        const again = parseLabelSelector(selector.toString());
        expect(again.toString()).toBe(selector.toString());
        expect(again.matches(l)).toBe(selector.matches(l));
      }),
    ));
  it('C-279 a comma is AND', () =>
    fc.assert(
      fc.property(requirement, requirement, labels, (a, b, l) =>
        expect(parseLabelSelector(`${a},${b}`).matches(l)).toBe(
          parseLabelSelector(a).matches(l) && parseLabelSelector(b).matches(l),
        ),
      ),
    ));
  it('C-278 != is the opposite of =, and notin of in', () =>
    fc.assert(
      fc.property(key, value, labels, (k, v, l) => {
        expect(parseLabelSelector(`${k}!=${v}`).matches(l)).toBe(!parseLabelSelector(`${k}=${v}`).matches(l));
        expect(parseLabelSelector(`${k} notin (${v},w)`).matches(l)).toBe(
          !parseLabelSelector(`${k} in (${v},w)`).matches(l),
        );
      }),
    ));
  it('C-281 any text parses or is a 400', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('ab1 =!<>(),in-./')) }), (text) => {
        try {
          parseLabelSelector(text);
        } catch (err) {
          expect(err).toMatchObject({ reason: 'BadRequest' });
        }
      }),
    ));
});
