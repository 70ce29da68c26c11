import {
  CompileFailure,
  CostExceeded,
  EVALUATION_COST_LIMIT,
  ExpressionLanguage,
  Meter,
  celTypes,
} from '@orch/expressions';
import { FieldPath } from '@orch/apimachinery';
import { checkRules, compileRules, type JsonSchema } from '@orch/structural-schema';
import { mustEqual, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const TOKENS = [
  'self', '.s', '.l', '.m', '.o', '.i', '.?', '[', ']', '[?', '(', ')', '{', '}', ',', ':', '?', '"', "'", 'r"', 'b"', '\\', '\\u0041',
  '+', '-', '*', '/', '%', '!', '&&', '||', '==', '!=', '<', '>=', ' in ', 'true', 'null', '0', '1u', '1e308', '9223372036854775807', '-',
  '.all(x, ', '.map(x, ', '.filter(x, ', '.exists_one(i, v, ', '.transformMap(k, v, ', '.size()', '.matches("(a|aa)+$")', '.findAll("a*")',
  '.split("")', '.join(self.s)', '.replace("", self.s)', '.format([', '"%s%.9f%x"', 'has(', 'dyn(', 'type(', 'string(', 'timestamp("2024-01-01T00:00:00Z")',
  'duration("1h")', 'optional.of(', '.orValue(', 'quantity("1Gi")', 'ip("::1")', 'cidr("::/0")', 'url("a")', 'semver("1.0.0")', 'sets.contains(',
  'oldSelf', '\u{1f422}', '\ud800', '__proto__', 'constructor', '(a{100}){9}', '\n', '//',
]; // prettier-ignore

const SEEDS = [
  'self.i > 0 && self.s.matches("^[a-z]+$")',
  'self.l.all(x, self.l.exists(y, x == y))',
  'self.m.transformMap(k, v, v + k).exists(k, v, k.startsWith(v))',
  '[[1]].map(x, [x, x]).map(x, [x, x]).map(x, [x, x]) == [[1]]',
  'self.l.map(x, x + x).map(x, x + x).join(self.s).split("").size() > 0',
  '"%s %d".format([self.l, self.i]) == self.?o.?p.orValue("x")',
  'has(self.o.p) ? self.o.p == "a" : self.l[0].substring(1, 2).charAt(0) == ""',
  'duration("1h") + timestamp("2024-01-01T00:00:00Z") > timestamp(self.s) || self.any.x[0].y == {1: "a"}[1]',
];

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    i: { type: 'integer' },
    s: { type: 'string' },
    l: { type: 'array', items: { type: 'string' } },
    m: { type: 'object', additionalProperties: { type: 'string' } },
    o: { type: 'object', properties: { p: { type: 'string', nullable: true } } },
    any: { 'x-kubernetes-int-or-string': true },
  },
};
const OBJECT = {
  i: 5,
  s: 'a'.repeat(2_000),
  l: Array.from({ length: 200 }, (_, index) => `item-${index}`),
  m: { a: 'b', __proto__: 'c' },
  o: { p: null },
  any: 'x',
};

/** Validation rules (CEL) of a definition: whatever the rule, checking it and evaluating it ends within the budget. */
export const rule: FuzzTarget<string> = {
  name: 'rule',
  inputs: mutatedTexts(SEEDS, TOKENS),
  run(text) {
    const schema: JsonSchema = { ...SCHEMA, 'x-kubernetes-validations': [{ rule: text, messageExpression: text }] };
    const errors = checkRules(schema, FieldPath.root, { prefix: 'x-kubernetes-' });
    mustEqual(checkRules(schema, FieldPath.root, { prefix: 'x-kubernetes-' }), errors, 'the same errors again');
    compileRules(schema, { isResource: false }).validate(OBJECT, { ...OBJECT, i: 4 });
  },
};

const language = new ExpressionLanguage({ variables: { self: celTypes.DYN, oldSelf: celTypes.DYN } });

/** Expressions on values without types: all failures are found when they are evaluated. */
export const untypedExpression: FuzzTarget<string> = {
  name: 'untyped-expression',
  inputs: mutatedTexts(SEEDS, TOKENS),
  run(text) {
    const program = language.compile(text);
    if (program instanceof CompileFailure) return;
    const meter = new Meter(EVALUATION_COST_LIMIT);
    try {
      program.evaluate([new Map(Object.entries(OBJECT)), 'old'], meter);
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error;
    }
  },
};
