import { CompileFailure, EVALUATION_COST_LIMIT, ExpressionLanguage } from './environment.js';
import { Meter } from './values/meter.js';
import { Fault, Optional } from './values/values.js';
import { jsonOf } from './functions/json-result.js';
import { AuthorizerValue, type AuthorizationQuestion } from './functions/authorizer.js';
import { celTypes } from './types/cel-types.js';

const { AUTHORIZER, DYN, INT, listOf, STRING } = celTypes;

const problem = (text: string, minor?: number): string | undefined => {
  const program = new ExpressionLanguage({
    variables: { i: INT, s: STRING, l: listOf(INT) },
    ...(minor && { minor }),
  }).compile(text);
  return program instanceof CompileFailure ? program.text : undefined;
};

function evaluate(text: string, variables: Readonly<Record<string, unknown>> = {}): unknown {
  const types = Object.fromEntries(
    Object.keys(variables).map((name) => [name, name === 'authorizer' ? AUTHORIZER : DYN]),
  );
  const program = new ExpressionLanguage({ variables: types }).compile(text);
  if (program instanceof CompileFailure) throw new Error(program.text);
  return program.evaluate(Object.values(variables), new Meter(EVALUATION_COST_LIMIT));
}

describe('releases', () => {
  const since: readonly (readonly [text: string, minor: number])[] = [
    ['quantity("1") == quantity("1")', 28],
    ['l[?0].hasValue()', 28],
    ['i < 1.5', 28],
    ['"%d".format([i]) == "1"', 29],
    ['sets.contains(l, [1])', 29],
    ['isIP(s)', 30],
    ['format.uuid().validate(s).hasValue()', 31],
    ['l.all(i, v, v > i)', 32],
    ['isSemver(s)', 33],
    ['l.first().hasValue()', 32],
  ];
  for (const [text, minor] of since)
    it(`has ${text} since 1.${minor}`, () => {
      expect(problem(text, minor)).toBeUndefined();
      expect(problem(text, minor - 1)).toBeDefined();
    });
});

describe('problems', () => {
  it('shows the line and a mark', () =>
    expect(problem('i > 0 &&\n  x == 1')).toBe(
      "ERROR: <input>:2:3: undeclared reference to 'x' (in container '')\n |   x == 1\n | ..^",
    ));
  it('shows all problems in order', () =>
    expect(
      problem('i == "a" || s + 1 == y')
        ?.split('\n')
        .filter((line) => line.startsWith('ERROR')),
    ).toEqual([
      "ERROR: <input>:1:3: found no matching overload for '_==_' applied to '(int, string)'",
      "ERROR: <input>:1:15: found no matching overload for '_+_' applied to '(string, int)'",
      "ERROR: <input>:1:22: undeclared reference to 'y' (in container '')",
    ]));
  it('marks wide characters', () => expect(problem('"ąę" == 1 && y')?.split('\n').at(-1)).toBe(' | .．．..........^'));
  it('limits the text of many problems', () => expect(problem('#'.repeat(50_000))?.length).toBeLessThan(300_000));
});

describe('authorizer', () => {
  it('asks what the expression says', () => {
    const asked: AuthorizationQuestion[] = [];
    const authorizer = new AuthorizerValue((question) => {
      asked.push(question);
      return { allowed: question.verb === 'get', reason: 'r' };
    });
    const text = 'authorizer.group("apps").resource("deployments").subresource("scale").namespace("n").name("d").check';
    expect(evaluate(`${text}("get").allowed() && !${text}("update").allowed()`, { authorizer })).toBe(true);
    expect(asked[0]).toEqual({
      group: 'apps',
      resource: 'deployments',
      subresource: 'scale',
      namespace: 'n',
      name: 'd',
      verb: 'get',
    });
    expect(evaluate('authorizer.serviceAccount("n", "a").path("/x").check("get").reason()', { authorizer })).toBe('r');
    expect(asked.at(-1)).toEqual({ serviceAccount: { namespace: 'n', name: 'a' }, path: '/x', verb: 'get' });
  });
  it('limits the number of checks by their cost', () =>
    expect(() =>
      evaluate('[1, 2, 3].all(x, authorizer.path("/x").check("get").allowed())', {
        authorizer: new AuthorizerValue(() => ({ allowed: true, reason: '' })),
      }),
    ).toThrow('cost limit exceeded'));
});

describe('objects of patches', () => {
  const patch = (text: string, patches = true) => {
    const program = new ExpressionLanguage({ variables: { n: INT }, patches }).compile(text);
    return program instanceof CompileFailure ? program.text : program.evaluate([7n], new Meter(EVALUATION_COST_LIMIT));
  };
  const json = (text: string): unknown => jsonOf(patch(text), new Meter(EVALUATION_COST_LIMIT));
  it('are maps of their fields', () => {
    expect(json('Object{spec: Object.spec{replicas: n, ?none: optional.none(), ?some: optional.of("a")}}')).toEqual({
      spec: { replicas: 7, some: 'a' },
    });
    expect(patch('Object{a: n}.a + 1')).toBe(8n);
  });
  it('are operations with escaped keys', () =>
    expect(json('[JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey("a/b~c"), value: [n]}]')).toEqual([
      { op: 'add', path: '/a~1b~0c', value: [7] },
    ]));
  it('fail with a field that fails', () => expect(patch('Object{a: n / 0}')).toEqual(new Fault('division by zero')));
  it('are not in other expressions', () =>
    expect(patch('Object{}', false)).toContain("undeclared reference to 'Object'"));
  it('values of libraries cannot be created', () =>
    expect(patch('kubernetes.Quantity{}.isInteger()')).toEqual(
      new Fault('type kubernetes.Quantity cannot be created'),
    ));
});

describe('values', () => {
  it('does not see members of JavaScript objects', () => {
    expect(evaluate('has(m.constructor) || has(m.__proto__)', { m: new Map() })).toBe(false);
    expect(evaluate('m.toString', { m: new Map() })).toEqual(new Fault('no such key: toString'));
  });
  it('counts characters, not units', () => expect(evaluate('"a🐢b".charAt(1) + string("a🐢b".size())')).toBe('🐢3'));
  it('orders strings by code point', () => expect(evaluate('"\\ufffd" < "🐢"')).toBe(true));
  it('compares numbers of different types', () =>
    expect(evaluate('dyn(1) == 1.0 && dyn(1u) == 1 && 2.5 > dyn(2)')).toBe(true));
  it('reads a variable without a value as a failure', () =>
    expect(evaluate('x', { x: undefined })).toBeInstanceOf(Fault));
  it.each(['[1, 0, 2].map(x, 10 / x)', '[1, 0, 2].filter(x, 10 / x > 0)', '[1, 0, 2].transformMap(i, x, 10 / x)'])(
    'fails %s, whose elements go on after the failure',
    (text) => expect(evaluate(text)).toEqual(new Fault('division by zero')),
  );
  it('keeps optional values', () => expect(evaluate('optional.of(1)')).toEqual(Optional.of(1n)));
});
