import { isDeepStrictEqual } from 'node:util';
import { compileExpression, type ExpressionEnvironment } from './compile-expression.js';
import { ExpressionError } from './expression-error.js';
import { expressionValue } from './expression-value.js';

const environment: ExpressionEnvironment = {
  variables: {
    claims: 'map<string, dyn>',
    user: { username: 'string', groups: 'list<string>', extra: 'map<string, list<string>>' },
  },
  results: ['string', 'int', 'double', 'bool', 'list', 'list<string>', 'list<int>', 'null'],
};
const compile = (text: string, changes: Partial<ExpressionEnvironment> = {}) =>
  compileExpression(text, { ...environment, ...changes });
const claims = {
  sub: 'jane',
  groups: ['dev', 'ops'],
  level: 3,
  half: 0.5,
  nothing: null,
  roles: { admin: { since: 5 } },
  constructor: 'Ford',
};
const user = { username: 'jane', groups: ['dev'], extra: { 'example.com/a': ['b'] } };
const evaluate = (text: string, given: unknown = claims) =>
  compile(text).evaluate({ claims: expressionValue(given), user: expressionValue(user) });

describe('expressions', () => {
  const results: readonly [text: string, want: unknown][] = [
    ['"oidc:" + claims.sub', 'oidc:jane'],
    ['claims["sub"]', 'jane'],
    ['claims.level + 1', 4n],
    ['claims.half', 0.5],
    ['claims.level <= 3.5 && claims.half < 1', true],
    ['claims.nothing', null],
    ['has(claims.roles.admin)', true],
    ['has(claims.roles.user)', false],
    ['claims.?missing.orValue("none")', 'none'],
    ['claims.?roles.admin.since.orValue(0)', 5n],
    ['claims.groups.map(g, "g:" + g)', ['g:dev', 'g:ops']],
    ['claims.groups.filter(g, g != "dev")', ['ops']],
    ['claims.groups.exists(g, g.startsWith("d"))', true],
    ['claims.groups.all(g, g.startsWith("d"))', false],
    ['claims.groups.exists_one(g, g == "ops")', true],
    ['claims.all(name, name.size() > 2)', true],
    ['claims.groups.join(",")', 'dev,ops'],
    ['"a@b@c".split("@").size()', 3n],
    ['claims.sub.replace("a", "$&")', 'j$&ne'],
    ['claims.sub.matches("^j.*e$")', true],
    ['claims.sub.matches("^" + claims.sub + "$")', true],
    ['" \\t\u0085\u3000a b\u00a0\\n".trim()', 'a b'],
    ['"\ufeff a \ufeff".trim()', '\ufeff a \ufeff'],
    ['" ".trim()', ''],
    ['"\u212a-ABC".lowerAscii()', '\u212a-abc'],
    ['"straße".upperAscii()', 'STRAßE'],
    ['"dev" in user.groups', true],
    ['user.extra["example.com/a"][0]', 'b'],
    ['claims.constructor', 'Ford'],
    ['claims.sub == "jane" ? ["a"] : []', ['a']],
    ['duration("1h") > duration("59m")', true],
    ['!user.username.startsWith("system:")', true],
  ];
  for (const [text, want] of results) it(`evaluates ${text}`, () => expect(evaluate(text)).toEqual(want));

  const refused: readonly [text: string, problem: string | RegExp][] = [
    ['', 'is empty'],
    ['claims.sub ==', /is not a valid expression: .* \(character \d+\)/],
    ['missing.sub', /Unknown variable: missing \(character 1\)/],
    ['user.nam', 'No such key: nam'],
    ['user.username + 1', 'no matching overload'],
    ['user.username.matches("(a")', 'invalid matches argument (character 23)'],
    ['user.username.matches("(?=a)")', 'invalid matches argument'],
    ['user.username.matches("((((((((((((((a)))))))))))))){1000}")', 'invalid matches argument'],
    ['user.username.find("(a") == ""', 'is not a valid expression: error parsing regexp'],
    ['user.username.frobnicate()', 'frobnicate'],
    ['cel.bind(a, 1, a)', 'Unknown variable: cel'],
    ['b"{}".json()', "undeclared reference to 'json'"],
    ['timestamp("2024-01-01T00:00:00Z")', 'evaluates to timestamp, must evaluate to string'],
    ['claims.?sub', 'evaluates to optional<dyn>'],
    [
      `[${Array.from({ length: 150 }, (_, index) => `"a".matches("a{${index + 900}}"), `).join('')}true].all(x, x)`,
      'invalid matches argument',
    ],
    [`"${'a'.repeat(11_000)}"`, 'is longer than'],
    [`${'('.repeat(1_000)}1${')'.repeat(1_000)}`, 'is not a valid expression'],
  ];
  for (const [text, problem] of refused) {
    it(`refuses to compile ${text.slice(0, 60)}`, () => {
      expect(() => compile(text)).toThrow(ExpressionError);
      expect(() => compile(text)).toThrow(problem);
    });
  }

  const failing: readonly [text: string, problem: string][] = [
    ['claims.missing', 'no such key'],
    ['claims.toString', 'no such key'],
    ['claims.__proto__', 'no such key'],
    ['claims.sub && true', 'no such overload'],
    ['int(claims.sub)', 'type conversion error'],
    ['1 / (claims.level - 3)', 'division by zero'],
    ['9223372036854775807 + claims.level', 'integer overflow'],
    ['claims.level.matches("3")', 'no such overload'],
  ];
  for (const [text, problem] of failing) {
    it(`fails to evaluate ${text}`, () => {
      expect(() => evaluate(text)).toThrow(ExpressionError);
      expect(() => evaluate(text)).toThrow(problem);
    });
  }

  it('does not quote values in errors', () => {
    const secret = 'AKIA-secret';
    for (const text of [
      'bool(claims.s)',
      'claims[claims.s]',
      'duration(claims.s)',
      'claims.s.matches(claims.s + "(")',
    ]) {
      let problem = '';
      try {
        evaluate(text, { s: secret });
      } catch (error) {
        problem = (error as Error).message;
      }
      expect(problem).not.toBe('');
      expect(problem).not.toContain(secret);
    }
  });

  it('programs are equal when their texts are equal', () => {
    expect(isDeepStrictEqual(compile('claims.a'), compile('claims.a'))).toBe(true);
    expect(isDeepStrictEqual(compile('claims.a'), compile('claims.b'))).toBe(false);
  });

  for (const text of [
    'claims.email',
    'claims["email"]',
    'has(claims.email)',
    'claims.?email.orValue("")',
    '[1].map(x, claims.email)',
  ])
    it(`knows that ${text} names a field`, () => {
      expect(compile(text, { results: [...environment.results, 'list<dyn>'] }).names('claims', 'email')).toBe(true);
      expect(compile(text, { results: [...environment.results, 'list<dyn>'] }).names('claims', 'emails')).toBe(false);
    });

  it('refuses deeply nested values', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(() => expressionValue({ deep })).toThrow('levels');
  });
});

/** Without a limit, each would take seconds, or all memory. */
describe('expressions that attack', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => index);
  const long = 'a'.repeat(60_000);
  const doubled = (times: number): string => '[claims.long]' + '.map(x, x + x)'.repeat(times) + '.size()';
  const dag = (times: number): string => '[[1]]' + '.map(x, [x, x])'.repeat(times);
  const attacks: readonly [name: string, text: string][] = [
    [
      'four nested loops',
      'claims.many.all(a, claims.many.all(b, claims.many.all(c, claims.many.all(d, a + b + c + d >= 0))))',
    ],
    [
      'loops that swallow errors',
      'claims.many.exists(a, claims.many.exists(b, claims.many.exists(c, claims.missing)))',
    ],
    ['loops that swallow errors of operators', 'claims.many.exists(a, claims.many.exists(b, dyn(a) && true))'],
    ['loops that swallow errors of macros', 'claims.many.exists(a, claims.many.exists(b, has(claims.missing.x)))'],
    [
      'loops before a true operand',
      'claims.many.all(a, claims.many.all(b, claims.many.all(c, a == b || a != b))) || true',
    ],
    [
      'loops with a false operand, before a true one',
      'claims.many.exists(a, claims.many.all(b, claims.many.all(c, c >= 0)) && false) || true',
    ],
    ['loops over constants', `claims.many.all(a, claims.many.all(b, ${'true && '.repeat(300)}true))`],
    ['maps of maps', 'claims.many.map(a, claims.many.map(b, claims.many.map(c, c))).size() > 0'],
    [
      'filters of filters',
      'claims.many.filter(a, claims.many.filter(b, claims.many.filter(c, true) != []) != []) != []',
    ],
    ['counts of counts', 'claims.many.exists_one(a, claims.many.exists_one(b, claims.many.exists_one(c, c == 5)))'],
    ['a string that doubles', doubled(40)],
    ['shared nested lists, compared', `${dag(40)} == ${dag(40)}`],
    ['shared nested lists, searched', `${dag(40)} in [${dag(40)}]`],
    ['shared nested lists, as the result', dag(40)],
    ['a long string, joined a thousand times', 'claims.many.map(a, claims.long).join("").size() > 0'],
    ['a long separator', 'claims.many.map(a, "").join(claims.long).size() > 0'],
    ['a replacement that grows', 'claims.long.replace("", claims.long).size() > 0'],
    ['a backtracking pattern, in a loop', 'claims.many.exists(a, claims.long.matches("(a|aa)+$b"))'],
    ['patterns made of claims', 'claims.many.exists(a, claims.sub.matches(claims.pattern + string(a)))'],
    ['patterns of Unicode classes', 'claims.many.exists(a, claims.sub.matches(claims.letters + string(a)))'],
    ['times in zones', 'claims.many.all(a, timestamp(0).getHours("Europe/Berlin") >= 0)'],
    ['a duration of many digits', 'claims.many.all(a, duration(claims.digits) > duration("1s"))'],
  ];
  const given = expressionValue({
    many,
    long,
    sub: 'jane',
    pattern: '(a{100}){9}',
    letters: '\\pL'.repeat(60),
    digits: '1'.repeat(60_000),
  });
  const compiled = (text: string) =>
    compile(text, { results: [...environment.results, 'list<dyn>', 'list<list<int>>'] });
  for (const [name, text] of attacks) {
    it(`refuses ${name}`, () => {
      const program = compileAny(text);
      expect(() => program.evaluate({ claims: given })).toThrow(ExpressionError);
    });
  }
  const compileAny = (text: string) => compiled(`dyn(${text})`);

  it('matches a backtracking pattern in linear time', () =>
    expect(
      compiled('claims.long.matches("^(a+)+$")').evaluate({
        claims: expressionValue({ long: `${'a'.repeat(5_000)}!` }),
      }),
    ).toBe(false));
  it('evaluates again after one evaluation exceeded the cost limit', () => {
    const program = compiled('claims.many.all(a, claims.many.all(b, claims.many.all(c, a + b + c >= 0)))');
    expect(() => program.evaluate({ claims: given })).toThrow('costs too much');
    expect(program.evaluate({ claims: expressionValue({ many: [1, 2] }) })).toBe(true);
  });
  it('evaluates realistic expressions within the limit: hundreds of groups', () => {
    const groups = Array.from({ length: 500 }, (_, index) => `https://example.com/groups/team-${index}`);
    const program = compiled(
      'claims.groups.filter(g, g.matches("^https://example\\\\.com/groups/")).map(g, g.split("/")[4].lowerAscii())',
    );
    expect(program.evaluate({ claims: expressionValue({ groups }) })).toHaveLength(500);
  });
});
