import {
  CompileFailure,
  CostExceeded,
  EVALUATION_COST_LIMIT,
  ExpressionLanguage,
  Meter,
  celTypes,
} from '@orch/expressions';
import { compileCustomSchema, compileRules, type CustomSchema, type JsonSchema } from '@orch/structural-schema';
import { printerColumns } from '../../../libs/extensions/src/custom-kind/printer-columns.js';
import { metadataFixture } from '../../../libs/structural-schema/src/values/metadata.fixture.js';
import { compiledPattern } from '../../../libs/structural-schema/src/values/compiled-pattern.js';
import { patternOf } from '../../../libs/expressions/src/functions/patterns.js';
import { parsedJson, unlessRefused } from '../fuzz-target.js';
import { conversionTarget } from './conversion-target.js';
import type { SlowTarget } from './slow-target.js';

/** Larger objects are validated for as long as their budget lasts. Unit: characters. */
const OBJECT = 128 * 1_024;
/** A definition may be long; what is searched for are short texts that cost much. */
const DEFINITION = 8 * 1_024;

const compile = (schema: JsonSchema): CustomSchema =>
  compileCustomSchema(schema, {
    kind: { group: 'x.example.com', version: 'v1', kind: 'Fuzzed' },
    metadata: metadataFixture,
  });
const TEXTS = { type: 'array', items: { type: 'string', maxLength: 4 } };
const RULED = { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.a > 5' }, { rule: 'true' }] }; // prettier-ignore
const SPEC: JsonSchema = {
  type: 'object',
  properties: {
    m: { type: 'object', additionalProperties: TEXTS },
    e: { type: 'array', items: { type: 'string', enum: Array.from({ length: 2_000 }, (_, i) => `value${i}`) } },
    k: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'], items: { type: 'object', properties: { n: { type: 'string' } } } },
    o: { type: 'object', properties: { a: { type: 'integer', default: 1 } }, required: ['b', 'c'] },
    r: { type: 'object', additionalProperties: { type: 'array', items: RULED } },
  },
}; // prettier-ignore
const ROOT: JsonSchema = { type: 'object', properties: { spec: SPEC } };
const SCHEMA = compile(ROOT);
const RULES = compileRules(ROOT);

/** A custom object of a schema with texts, enumerations, keyed lists and rules: pruned, defaulted, validated. */
const object: SlowTarget = {
  name: 'slow-custom-object',
  maxLength: OBJECT,
  seeds: [
    '{"spec":{"m":{"a":["x"]},"e":["value1"],"k":[{"n":"a"}],"o":{"b":1},"r":{"a":[{"a":6}]}}}',
    `{"spec":{"m":{"${'k'.repeat(200_000)}":[${'1,'.repeat(20_000)}1]}}}`,
    `{"spec":{"r":{"${'k'.repeat(200_000)}":[${'{"a":1},'.repeat(5_000)}{}]}}}`,
    `{"spec":{"e":[${'"x",'.repeat(5_000)}"x"]}}`,
    `{"spec":{"k":[${'{"n":"a"},'.repeat(5_000)}{}]}}`,
    `{"spec":{"o":{${'"x":1,'.repeat(5_000)}"x":1}}}`,
  ],
  tokens: ['"k#":["xxxxx"],', '"k#":[],', '{"n":"a#"},', '{"n":"a"},', '{"a":1},', '{"a":#},', '"x",', '1,', 'null,', '{', '}', '[', ']', '"m":{', '"r":{', '"e":[', '"k":['], // prettier-ignore
  *run(input) {
    const sent = parsedJson(input);
    yield; // reading it is the turn of another target
    const decoded = unlessRefused(() => SCHEMA.decode(sent, { unknownFields: [], duplicateFields: [] }));
    yield;
    if (decoded === undefined) return;
    const filled = unlessRefused(() => SCHEMA.applyDefaults(decoded));
    yield;
    if (filled === undefined) return;
    yield unlessRefused(() => SCHEMA.validate(filled));
    yield RULES.validate(filled);
  },
};

/** A pattern of a definition, and one of an expression. */
const pattern: SlowTarget = {
  name: 'slow-definition-pattern',
  maxLength: DEFINITION,
  seeds: [
    '^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$',
    `(?i)[${'B-\u{1e942}'.repeat(200)}]`,
    '(?i:[B-\u{1e942}])'.repeat(200),
    '[a-b]{1000}'.repeat(24),
    '(?:a?){1000}'.repeat(7),
    '(?i)[\u4e00-\u9fff]{9}',
  ],
  tokens: ['(?i)', '(?i:', '(', ')', '[', ']', '^', 'B-\u{1e942}', '\\x{42}-\\x{1e942}', '\\pL', '\\PN', '{1000}', '{0,9}', '*', '|', 'a', '[[:^alpha:]]'], // prettier-ignore
  *run(input) {
    yield compiledPattern(`${input}`).fault;
    yield patternOf(input);
  },
};

/** The path of a column, on an object that is deep and wide. */
const nested = (depth: number): unknown => (depth === 0 ? [1, 'a', { a: 1 }] : { a: nested(depth - 1), b: depth });
const SHOWN = { metadata: { name: 'o' }, spec: { a: nested(80), l: Array.from({ length: 2_000 }, (_, i) => ({ a: i })) } } as never; // prettier-ignore
const column: SlowTarget = {
  name: 'slow-printer-column',
  maxLength: DEFINITION,
  seeds: [
    '.spec.a.a.b',
    `.spec${`[${Array<string>(300).fill("'a'").join()}]`.repeat(4)}`,
    `.spec${'..[*]'.repeat(4)}`,
    '.spec.l[?(@[*]==@[*])]',
    `.spec.l[?(@..a==@..a)]${'..a'.repeat(5)}`,
  ],
  tokens: ['.a', '..', '[*]', "['a','a','b']", "'a',", '[0:9]', '[-1]', '[?(@.a==1)]', '[?(@..a==@..a)]', '[', ']'],
  *run(input) {
    const columns = printerColumns(Array.from({ length: 20 }, () => ({ name: 'C', type: 'string', jsonPath: input })));
    yield columns.map(({ value }) => value(SHOWN, 0));
  },
};

const { STRING, INT, listOf, mapOf } = celTypes;
const language = new ExpressionLanguage({ variables: { l: listOf(INT), a: STRING, b: STRING, m: mapOf(STRING, STRING) } }); // prettier-ignore
const LARGE = 'a'.repeat(500_000);
const VALUES = [
  Array.from({ length: 300 }, (_, i) => BigInt(i)),
  `${LARGE}b`,
  `${LARGE}c`,
  new Map(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, ''])),
];
/** A rule on large texts and maps, with a tenth of the limit of an evaluation. */
const rule: SlowTarget = {
  name: 'slow-rule',
  maxLength: DEFINITION,
  seeds: [
    'l.all(x, m.size() > 0)',
    '!sets.intersects(l.map(x, a), l.map(x, b))',
    'l.map(x, x % 2 == 0 ? a : b).max() != ""',
    'l.all(x, a != b)',
    'l.all(x, !(a in m))',
    'l.map(x, a).indexOf(b) < 0',
    'a.contains(a.substring(0, 200000) + "b" + a.substring(0, 1000))',
    'a.lastIndexOf("b" + a.substring(0, 1000)) < 0',
    'a.split(b.substring(400000)).size() > 0',
  ],
  tokens: ['l.all(x, ', 'l.map(x, a)', 'l.map(x, b)', ')', ' == ', ' in ', 'a', 'b', 'm', '.size()', '.contains(b)', '.indexOf(b)', '.lastIndexOf(b)', '.replace(b, a)', '[a, b]', 'a + b', '.substring(1000)'], // prettier-ignore
  *run(input) {
    const program = language.compile(input);
    yield;
    if (program instanceof CompileFailure) return;
    try {
      yield program.evaluate(VALUES, new Meter(EVALUATION_COST_LIMIT / 10));
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error;
    }
  },
};

/** What custom kinds make of definitions and objects. */
export const CUSTOM_TARGETS: readonly SlowTarget[] = [object, pattern, column, rule, conversionTarget];
