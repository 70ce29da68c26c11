import { EVALUATION_COST_LIMIT, CompileFailure, ExpressionLanguage } from './environment.js';
import { CostExceeded, Meter } from './values/meter.js';
import { celTypes } from './types/cel-types.js';
import { LazyMap } from './values/values.js';

const { DYN, INT, listOf, STRING } = celTypes;
const language = new ExpressionLanguage({
  variables: {
    many: listOf(INT),
    long: STRING,
    texts: listOf(STRING),
    any: DYN,
    longs: listOf(STRING),
    others: listOf(STRING),
    times: STRING,
  },
});
const many = Array.from({ length: 3_000 }, (_, index) => BigInt(index));
const long = 'a'.repeat(300_000);
/** Different texts that are equal but for their last character. */
const longs = Array.from(
  { length: 300 },
  (_, index) => `${'a'.repeat(1_000_000)}${String.fromCharCode(0x100 + index)}`,
);
const values = [
  many,
  long,
  Array.from({ length: 1_000 }, () => 'a'.repeat(200)),
  [...many],
  longs,
  longs.map((text) => `${text.slice(0, -1)}!`),
  // Nearly a duration, in two million readings of its digits.
  `${'11m'.repeat(21)}x`,
];

function evaluate(text: string): unknown {
  const program = language.compile(text);
  if (program instanceof CompileFailure) throw new Error(program.text);
  return program.evaluate(values, new Meter(EVALUATION_COST_LIMIT));
}

/** Without a limit, each would take many seconds or all memory. */
describe('expressions that attack', () => {
  const doubled = (times: number): string => `[long]${'.map(x, x + x)'.repeat(times)}.size()`;
  const attacks: readonly (readonly [name: string, text: string])[] = [
    ['nested loops', 'many.all(a, many.all(b, many.all(c, a + b + c >= 0)))'],
    ['loops that swallow errors', 'many.exists(a, many.exists(b, many.exists(c, any[a] / 0 == c)))'],
    ['loops over constants', 'many.all(a, many.all(b, many.all(c, true)))'],
    ['a string that doubles', doubled(30)],
    ['a list that doubles', `[many]${'.map(x, x + x)'.repeat(30)}.size()`],
    [
      'a directed graph that is compared',
      `${'[[1]]' + '.map(x, [x, x])'.repeat(30)} == ${'[[1]]' + '.map(x, [x, x])'.repeat(30)}`,
    ],
    ['a directed graph that is formatted', `"%s".format([${'[["x"]]' + '.map(x, [x, x])'.repeat(28)}]) == ""`],
    ['a replacement that grows', 'long.replace("", long).size() > 0'],
    ['a replacement between all characters', 'longs[0].replace("", "") != ""'],
    ['letters in lower case', 'longs[0].lowerAscii() != ""'],
    ['a separator that is long', 'many.map(a, "").join(long).size() > 0'],
    ['a backtracking pattern', 'many.exists(a, long.matches("(a|aa)+$b"))'],
    ['a large program', 'many.exists(a, long.matches("((a{0,50}){0,20})*b"))'],
    ['patterns made at run time', 'many.exists(a, long.matches("(a{100}){9}" + string(a)))'],
    ['all matches of a pattern that fails late', 'long.findAll("a*b|a").size() > 0'],
    ['sizes of a long string', 'many.all(a, many.all(b, long.size() > 0))'],
    ['comparisons of lists', 'many.all(a, many == any)'],
    ['sets of lists', 'many.all(a, sets.equivalent(many, many))'],
    ['sorting checks', 'many.all(a, many.all(b, texts.isSorted()))'],
    ['splits', 'many.all(a, long.split("").size() > 0)'],
    ['quotes', 'many.all(a, strings.quote(long).size() > 0)'],
    ['entries of maps', 'many.all(a, many.transformMap(i, v, v).size() > 0)'],
    ['time zones', 'many.all(a, timestamp(a).getHours("Europe/Berlin") >= 0)'],
    ['URLs', 'many.all(a, isURL("https://" + long))'],
    ['many times that are read', 'many.all(a, many.all(b, duration("1h2m3s") > duration("1s")))'],
    ['texts that are nearly durations', 'many.exists(a, many.exists(b, duration(times) > duration("1s")))'],
    ['long texts sought in lists', 'longs.all(a, a in longs)'],
    ['sets of long texts', '!sets.intersects(longs, others)'],
    ['long texts as keys', 'many.all(a, !(longs[0] in {"a": 1}) && !(dyn({"a": 1})[?longs[1]].hasValue()))'],
    ['positions in strings', 'many.all(a, long.indexOf("b") < 0 && long.lastIndexOf("b") < 0)'],
    ['parts of a long URL', '[url("https://a/?" + long)].all(u, many.all(a, u.getQuery().size() > 0))'],
    ['escapes in a long URL', '[url("https://a/" + long)].all(u, many.all(a, u.getEscapedPath() != ""))'],
    [
      'hosts in a long URL',
      '[url("https://" + long)].all(u, many.all(a, many.all(b, u.getHostname() != u.getPort())))',
    ],
    [
      'long URLs that are compared',
      '[[url("/" + long + "b"), url("/" + long + "c")]].all(u, many.all(a, u[0] != u[1]))',
    ],
  ];
  for (const [name, text] of attacks) it(`ends ${name}`, () => expect(() => evaluate(text)).toThrow(CostExceeded));

  const refused: readonly (readonly [name: string, text: string])[] = [
    ['deep parentheses', `${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['deep lists', `${'['.repeat(5_000)}1${']'.repeat(5_000)}`],
    ['deep conditions', `${'true ? 1 : '.repeat(5_000)}1`],
    ['long sums', `${'1 + '.repeat(20_000)}1 == 1`],
    ['long selections', `any${'.a'.repeat(20_000)}`],
    ['more characters than allowed', `"${'a'.repeat(100_001)}"`],
    ['a pattern that is too large', '"a".matches("((((a{100}){100}){100}){100})")'],
    ['wide ranges that ignore the case', `"a".matches("(?i)[${'B-\u{1e942}'.repeat(10)}]")`],
    ['unterminated strings', `${'"'.repeat(50_001)}`],
  ];
  for (const [name, text] of refused)
    it(`refuses ${name}`, () => expect(language.compile(text)).toBeInstanceOf(CompileFailure));

  // As kube-apiserver 1.33 has it: levels of the tree before macros are expanded.
  it.each<[string, (n: number) => string, number]>([
    ['a sum', (n) => `1${' + 1'.repeat(n)}`, 250],
    ['a sum that is compared', (n) => `1${' + 1'.repeat(n)} > 0`, 249],
    ['selections', (n) => `any${'.a'.repeat(n)}`, 250],
    ['calls', (n) => `any${'.trim()'.repeat(n)}`, 250],
    ['indexes', (n) => `any${'[0]'.repeat(n)}`, 250],
    ['macros', (n) => `[1]${'.map(x, x)'.repeat(n)}`, 250],
    ['groups', (n) => `${'('.repeat(10)}1${`${' + 1'.repeat(n / 10)})`.repeat(10)}`, 250],
    ['two sums', (n) => `1${' + 1'.repeat(n)} + (1${' + 1'.repeat(n)})`, 249],
    ['a sum in a loop', (n) => `[1].all(x, 1${' + x'.repeat(n)} > 0)`, 248],
  ])('takes %s of a number of levels', (_what, make, most) => {
    expect(language.compile(make(most))).not.toBeInstanceOf(CompileFailure);
    expect(language.compile(make(most + 10))).toMatchObject({
      text: 'ERROR: <input>:-1:0: max recursion depth exceeded',
    });
  });

  it('compiles a long chain of terms', () => {
    const program = language.compile(`${'true && '.repeat(8_000)}true`);
    expect(program).not.toBeInstanceOf(CompileFailure);
  });

  it('matches in linear time', () => {
    const program = language.compile('any.matches("^(a+)+$")');
    if (program instanceof CompileFailure) throw new Error(program.text);
    expect(program.evaluate([[], '', [], `${'a'.repeat(5_000)}!`], new Meter(EVALUATION_COST_LIMIT))).toBe(false);
  });

  it.each([
    ['selections', `any${'.none'.repeat(250)}`],
    ['indexes', `any.none${'[0]'.repeat(249)}`],
    ['calls', `any.none${'.trim()'.repeat(100)}`],
  ])('counts the steps that a failure goes through: %s', (_what, chain) => {
    const spentBy = (text: string): number => {
      const program = language.compile(text);
      if (program instanceof CompileFailure) throw new Error(program.text);
      const meter = new Meter(EVALUATION_COST_LIMIT);
      program.evaluate([[], '', [], new Map()], meter);
      return meter.spent;
    };
    expect(spentBy(chain)).toBeGreaterThan(spentBy('any.none') + 5);
  });

  it('lists the keys of a map once', () => {
    const listed = jest.fn((source: object) => Object.keys(source));
    const map = new LazyMap({ a: 1n }, (key, source) => source[key], listed);
    const program = language.compile('many.all(x, any.size() > 0)');
    if (program instanceof CompileFailure) throw new Error(program.text);
    expect(program.evaluate([many, '', [], map], new Meter(EVALUATION_COST_LIMIT))).toBe(true);
    expect(listed).toHaveBeenCalledTimes(1);
  });

  it('pays for the comparisons of a call while it makes them', () => {
    const program = language.compile('texts.max() != ""');
    if (program instanceof CompileFailure) throw new Error(program.text);
    const texts = Array.from({ length: 20 }, (_, index) => `${'a'.repeat(10_000)}${index % 10}`);
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    expect(() => program.evaluate([[], '', texts, [], [], []], new Meter(200))).toThrow(CostExceeded);
    expect(read.mock.calls.length).toBeLessThan(100_000);
    read.mockRestore();
  });

  it('reads no zone that is longer than the names of zones', () => {
    const program = language.compile('timestamp(0).getHours(long) > 0');
    if (program instanceof CompileFailure) throw new Error(program.text);
    const read = jest.spyOn(String.prototype, 'split');
    const outcome = program.evaluate([[], ':'.repeat(300_000)], new Meter(EVALUATION_COST_LIMIT));
    expect(outcome).toEqual({ message: `unknown time zone ${':'.repeat(64)}` });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('reports what an evaluation has cost', () => {
    const meter = new Meter(EVALUATION_COST_LIMIT);
    const program = language.compile('many.all(x, x >= 0)');
    if (program instanceof CompileFailure) throw new Error(program.text);
    program.evaluate(values, meter);
    // As the reference counts: 1 for the list, 5 for each element, 1 for the result.
    expect(meter.spent).toBe(15_002);
  });
});
