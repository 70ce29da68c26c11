import { Quantity } from '@orch/apimachinery';
import { ExpressionLanguage, type CompiledExpression } from '../environment.js';
import { DYN, INT, listOf } from '../types/cel-type.js';
import { CostExceeded, Meter } from '../values/meter.js';
import { MergingList } from '../values/values.js';

const language = new ExpressionLanguage({ variables: { x: DYN } });
const withMany = new ExpressionLanguage({ variables: { x: DYN, many: listOf(INT) } });
const compiled = (text: string) => language.compile(text) as CompiledExpression;
const items = Array.from({ length: 100 }, (_, index) => BigInt(index));

/** What an evaluation of a call for each of a hundred items costs, for each. */
function costOf(call: string): number {
  const meter = new Meter(1_000_000);
  compiled(`x.all(a, ${call})`).evaluate([items], meter);
  return meter.spent / items.length;
}

describe('functions that take much longer than their cost says', () => {
  it.each([
    ['isIP("2001:db8::1")', 30],
    ['ip.isCanonical("2001:db8::1")', 60],
    ['string(ip("2001:db8::1")) != ""', 60],
    ['cidr("2001:db8::/32").containsIP("2001:db8::1")', 70],
    ['cidr("2001:db8:1::/32").masked().prefixLength() == 32', 100],
    ['string(timestamp("2024-01-01T00:00:00Z")) != ""', 50],
    [`duration("${'1ns'.repeat(21)}") > duration("0s")`, 160],
    ['timestamp("2024-01-01T00:00:00Z").getHours("+01:00") >= 0', 55],
    ['["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].max() != ""', 10],
    ['"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".find("[b-z]+c") != "a"', 60],
    ['"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".findAll("[b-z]+c").size() == 0', 60],
    ['"%.50f".format([1.5]) != ""', 50],
    ['"%s".format([[1.5, 2.5, 3.5]]) != ""', 40],
    ['semver("1.2.3").compareTo(semver("1.2.4")) < 0', 25],
    [`isSemver("1.2.3-${'a.'.repeat(124)}a")`, 60],
    [`isSemver("1.2.3-${'a.'.repeat(124)}a", true)`, 100],
    ['bytes("abc").size() == 3', 15],
    [`"${'%%'.repeat(100)}".format([]) != ""`, 240],
    [`"${'😀'.repeat(100)}".indexOf("a") < 0`, 100],
    [`"${'😀'.repeat(100)}".substring(1, 2) != ""`, 80],
    [`"${'😀'.repeat(100)}".split("", 5).size() > 0`, 100],
    [`"${'😀'.repeat(100)}" < "${'😀'.repeat(100)}a"`, 37],
    [`ip("${'😀'.repeat(100)}") == ip("::1") || true`, 400],
    [`cidr("${'😀'.repeat(100)}") == cidr("::/0") || true`, 400],
    [`"%s".format([["${'a'.repeat(200)}"]]) != ""`, 120],
    ['"aAaAaAaAaAaAaAaAaAaA".lowerAscii() != ""', 15],
    ['"aaaaaaaaaaaaaaaaaaaab".lastIndexOf("ab") > 0', 12],
    ['quantity("1Gi").add(quantity("1Mi")).isGreaterThan(quantity("1"))', 25],
  ])('count as work: %s', (call, least) => {
    expect(costOf(call)).toBeGreaterThanOrEqual(least);
  });

  it('end an evaluation before it takes long', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => BigInt(index));
    const evaluation = compiled('x.all(a, isIP("2001:db8::1"))');
    expect(() => evaluation.evaluate([many], new Meter(800_000))).toThrow(CostExceeded);
  });
});

describe('values that are read whole at each use', () => {
  const long = 'a'.repeat(100_000);
  const parts = `1.2.3-${'a.'.repeat(120)}a`;
  const merging = new MergingList(
    Array.from({ length: 100 }, (_, index) => `${'a'.repeat(1_000)}${index}`),
    (item) => item as string,
  );
  const cases: readonly (readonly [name: string, text: string, value: unknown, least: number])[] = [
    ['URLs that are equal', '[url(x)].all(u, [url(x)].all(v, LOOP(u == v)))', `https://a/${long}`, 150],
    ['versions that are equal', '[semver(x)].all(u, [semver(x)].all(v, LOOP(u == v)))', parts, 45],
    ['versions that are compared', '[semver(x)].all(u, [semver(x)].all(v, LOOP(u.compareTo(v) == 0)))', parts, 45],
    ['the largest version', '[[semver(x), semver(x)]].all(l, LOOP(dyn(l).max() == semver(x)))', parts, 90],
    ['maps with long keys', 'LOOP(x[0] == x[1])', [new Map([[long, 1n]]), new Map([[`${long.slice(1)}a`, 1n]])], 150],
    ['lists that are merged', 'LOOP((x + x).size() > 0)', merging, 20_000],
    ['characters of two units', 'LOOP(x.size() > 0)', '😀'.repeat(5_000), 500],
  ];
  it.each(cases)('cost their length: %s', (_, text, value, least) => {
    const spent = (times: number): number => {
      const meter = new Meter(100_000_000);
      const values = [value, Array.from({ length: times }, () => 0n)];
      const program = withMany.compile(text.replace('LOOP(', 'many.all(a, ')) as CompiledExpression;
      expect(program.evaluate(values, meter)).toBe(true);
      return meter.spent;
    };
    expect((spent(1_100) - spent(100)) / 1_000).toBeGreaterThanOrEqual(least);
  });

  it('are cut where only their start decides', () => {
    const split = jest.spyOn(String.prototype, 'split');
    for (const text of ['-'.repeat(1_000), '.'.repeat(1_000), `a${'%'.repeat(1_000)}`])
      expect(compiled('isSemver(x) || isIP(x)').evaluate([text], new Meter(10_000))).toBe(false);
    const longest = Math.max(...split.mock.results.map(({ value }) => (value as string[]).length));
    split.mockRestore();
    expect(longest).toBeLessThan(10);
  });
});

describe('the integer of a quantity', () => {
  it.each([
    ['500m', false, undefined],
    ['1', true, 1n],
    ['-1.5k', true, -1500n],
    ['9007199254740993', true, 9007199254740993n],
    ['9223372036854775807', true, 9223372036854775807n],
    ['9223372036854775808', false, undefined],
    ['1e30', false, undefined],
  ])('%s', (text, isInteger, value) => {
    const evaluated = (expression: string): unknown => compiled(expression).evaluate([text], new Meter(1_000));
    expect(evaluated('quantity(x).isInteger()')).toBe(isInteger);
    if (value !== undefined) expect(evaluated('quantity(x).asInteger()')).toBe(value);
    else expect(evaluated('quantity(x).asInteger()')).toHaveProperty('message', 'cannot convert value to integer');
  });

  it('is found without a search', () => {
    const quantities = jest.spyOn(Quantity, 'parse');
    compiled('quantity("500m").isInteger()').evaluate([null], new Meter(1_000));
    expect(quantities.mock.calls.length).toBe(1);
    quantities.mockRestore();
  });
});
