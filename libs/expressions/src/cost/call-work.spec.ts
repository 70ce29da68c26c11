import { Quantity } from '@orch/apimachinery';
import { ExpressionLanguage, type CompiledExpression } from '../environment.js';
import { DYN } from '../types/cel-type.js';
import { CostExceeded, Meter } from '../values/meter.js';

const language = new ExpressionLanguage({ variables: { x: DYN } });
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
