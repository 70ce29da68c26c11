import { builtinKinds, compileKinds, deleteOptionsCodec, protobufCodec } from '@orch/api';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  canonicalMicroTime,
  canonicalQuantity,
  decodeCborSteps,
  decodeContinueToken,
  decodeJsonSteps,
  decodeSmallYaml,
  encodeCbor,
  parseDurationMs,
  parseFieldSelector,
  parseLabelSelector,
  parseTimeMs,
  Quantity,
  readOwners,
} from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileExpression } from '../../../libs/expressions/src/compile-expression.js';
import { ExpressionError } from '../../../libs/expressions/src/expression-error.js';
import { expressionValue } from '../../../libs/expressions/src/expression-value.js';
import { resolveRequestInfo } from '../../../libs/http/src/request/request-info.js';
import { readListParameters } from '../../../libs/http/src/request/list-parameters.js';
import { negotiate } from '../../../libs/http/src/representation/negotiate.js';
import { parsedJson, unlessRefused } from '../fuzz-target.js';
import { APPLY_TARGETS } from './apply-targets.js';
import { CUSTOM_TARGETS } from './custom-targets.js';
import type { SlowTarget } from './slow-target.js';
import { TEXT_TARGETS } from './text-targets.js';

const BODY = 3 * 1_024 * 1_024;
const HEADER = 64 * 1_024;
/** Larger patches change objects in time that grows with them, which is the write's. */
const PATCH = 256 * 1_024;
const KINDS = compileKinds(builtinKinds, vocabularies.kubernetes);
const [POD, CONFIG_MAP] = ['Pod', 'ConfigMap'].map((kind) => KINDS.find(({ gvk }) => gvk.kind === kind)!) as [(typeof KINDS)[number], (typeof KINDS)[number]]; // prettier-ignore
const numbered = (count: number, item: (i: number) => string): string => Array.from({ length: count }, (_, i) => item(i)).join(); // prettier-ignore

/** No longer than a server reads. */
const bodyOf = (input: string): Buffer => Buffer.from(input).subarray(0, BODY);

/** One turn. */
const once = (name: string, maxLength: number, seeds: readonly string[], tokens: readonly string[], work: (input: string) => unknown): SlowTarget => ({ name, maxLength, seeds, tokens, *run(input) { yield work(input); } }); // prettier-ignore

const json: SlowTarget = {
  name: 'slow-json',
  maxLength: BODY,
  seeds: [
    '{"metadata":{"name":"a"},"data":{"a":"1","a":"2"},"l":[1.5e300,"\\u00e4\\n",true,null,{}]}',
    `{"${'p'.repeat(1_000_000)}":{${'"a":1,'.repeat(90_000)}"a":1}}`,
    `{${numbered(99_000, (i) => `"k${i}":"value ${i}"`)}}`,
    `{${numbered(45_000, (i) => `"k${i}":1,"k${i}":2`)}}`,
    `["${'\\n'.repeat(1_500_000)}"`,
    `["${'\u00e4'.repeat(1_500_000)}"]`,
    `[${numbered(33_000, (i) => `{"a${i}":1,"b${i}":1,"c${i}":2}`)}]`,
    '\n'.repeat(3_000_000),
    `[${'9'.repeat(3_000_000)}]`,
  ],
  tokens: ['{', '}', '[', ']', ':', ',', '"', '\\', '\\u0041', '\\n', '"a":1,', '"k#":1,', '{},', '1e999', '-', ' ', '\n', 'null', '"__proto__":', 'ä'], // prettier-ignore
  run: (input) => decodeJsonSteps(bodyOf(input)),
};

const yaml = once(
  'slow-yaml',
  BODY,
  [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {x: "y"}}\ndata:\n  a: |\n    one\n  b: >-\n    two\n# end\n',
    'a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n',
    `${'? '.repeat(300)}a`,
    '\n'.repeat(32_000),
    '---\n'.repeat(8_000),
    '...\n'.repeat(8_000),
    '#\n'.repeat(16_000),
    `a: ${'"'.repeat(32_000)}`,
    ']'.repeat(32_000),
    'a: @\n'.repeat(500),
    `a: "${'\\x'.repeat(16_000)}"`,
    `a: [\n${'\n'.repeat(30_000)}]`,
    `a: &a [*a]\n`,
    `b: &b {${numbered(700, (i) => `k${i}: 1`)}}\n${'c:\n  <<: *b\n'.repeat(50)}`,
  ],
  [': ', '- ', '? ', '\n', '  ', '\t', '&x ', '*x', '<<: ', '!!', '!<a>', '!a ', '|', '>', '|2-\n', '"', "'", '\\', '\\x', '{', '}', '[', ']', ',', '#', '---\n', '...\n', '%YAML 1.1\n', '%TAG ! a\n', 'a#: &a# 1\n', '\u0085', '\ufeff', '@', '`', '\r'], // prettier-ignore
  (input) => decodeSmallYaml(bodyOf(input)),
);

const bytesOf = (input: string): Buffer => Buffer.from(input, 'latin1');
const asLatin1 = (definition: typeof POD, object: object): string => protobufCodec(definition)!.encode(object).toString('latin1'); // prettier-ignore
const protobuf = once(
  'slow-protobuf',
  BODY,
  [
    asLatin1(POD, {
      metadata: { name: 'p', labels: { a: '1' } },
      spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }] },
    }),
    asLatin1(CONFIG_MAP, { metadata: { name: 'c' }, data: { a: 'x'.repeat(200) }, binaryData: { b: 'AAEC' } }),
    asLatin1(CONFIG_MAP, {
      metadata: { name: 'c' },
      data: Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, 'v'])),
    }),
  ],
  ['\x0a\x00', '\x12\x00', '\x0a\x02\x0a\x00', '\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01', '\x0b', '\x0c', '\xf8\x01\x00', 'k8s\0', '\x80'], // prettier-ignore
  (input) => {
    for (const definition of [POD, CONFIG_MAP]) unlessRefused(() => protobufCodec(definition)!.decode(bytesOf(input)));
    return unlessRefused(() => deleteOptionsCodec.decode(bytesOf(input)));
  },
);

const cbor: SlowTarget = {
  name: 'slow-cbor',
  maxLength: BODY,
  seeds: [
    encodeCbor({ metadata: { name: 'a' }, data: { a: '1' }, l: [1.5e300, Buffer.from([1]), true, null, {}] }).toString(
      'latin1',
    ),
    `\x9f${`\x99\x04\x00${'\x00'.repeat(1_024)}`.repeat(1_000)}\xff`,
    `\x9f${'\x81\x80'.repeat(1_000)}\xff`,
    `\x7f${'\x60'.repeat(3_000_000)}`,
    `\x5f${'\x41a'.repeat(99_000)}\xff`,
    `${'\xc6'.repeat(64)}\x80`,
    `\x5a\x00\x2d\xc6\xc0${'\xff'.repeat(3_000_000)}`,
    `\xd7\x5a\x00\x2d\xc6\xc0${'\xff'.repeat(3_000_000)}`,
  ],
  tokens: ['\xd9\xd9\xf7', '\xa1', '\xbf', '\xff', '\x80', '\x9f', '\x5f', '\x7f', '\x61a', '\xd6', '\xc0', '\xc1', '\xf9\x3e\x00', '\x99\x04\x00', '\xb9\x04\x00', '\x42#', '\x1b'], // prettier-ignore
  run: (input) => decodeCborSteps(bytesOf(input)),
};

const TARGET = {
  metadata: { name: 'p', finalizers: Array.from({ length: 500 }, (_, i) => `x/${i}`) },
  spec: { containers: Array.from({ length: 500 }, (_, i) => ({ name: `c${i}`, image: 'i' })) },
};
const PATCH_TOKENS = ['{"a":1},', '[', ']', '{', '}', ',', '"a#":null,', '"a#":{},', '/a', '~0', '"$patch":"delete",', '"$patch":"x",', '"$retainKeys":["a"],', '{"name":"c#"},', '"x/#",', '{"op":"test","path":"/a/b","value":1},', '{"op":"copy","from":"","path":"/a#"},', '{"op":"move","from":"/a","path":"/b"},', '{"op":"add","path":"/spec/containers/0","value":1},']; // prettier-ignore
const patching = (name: string, seeds: readonly string[], apply: (patch: unknown) => unknown): SlowTarget => ({
  name,
  seeds,
  maxLength: PATCH,
  tokens: PATCH_TOKENS,
  *run(input) {
    const patch = parsedJson(input);
    yield; // reading it is the turn of another target
    if (patch !== undefined) yield apply(patch);
  },
});
const jsonPatch = patching(
  'slow-json-patch',
  [
    `[${numbered(2_000, (i) => `{"op":"add","path":"/spec/containers/0","value":${i}}`)}]`,
    `[${numbered(60, (i) => `{"op":"copy","from":"","path":"/k${i}"}`)}]`,
    `[{"op":"test","path":"${'/a'.repeat(500)}","value":1}]`,
    `[{"op":"test","path":"/${'~0'.repeat(100_000)}","value":1}]`,
    `[${numbered(1_000, (i) => `{"op":"move","from":"/${i % 2 ? 'spec' : 'b'}","path":"/${i % 2 ? 'b' : 'spec'}"}`)}]`,
  ],
  (patch) => applyJsonPatch(TARGET, patch),
);
const mergePatch = patching(
  'slow-merge-patch',
  ['{"metadata":{"labels":{"a":null}},"spec":{"x":{"y":[]}}}', `{"spec":{${numbered(8_000, (i) => `"k${i}":{}`)}}}`],
  (patch) => applyMergePatch(TARGET, patch),
);
const strategicPatch = patching(
  'slow-strategic-patch',
  [
    `{"spec":{"containers":[${numbered(3_000, (i) => `{"name":"c${i}","image":"x"}`)}]}}`,
    `{"spec":{"$setElementOrder/containers":[${numbered(3_000, (i) => `{"name":"c${3_000 - i}"}`)}]}}`,
    `{"metadata":{"$deleteFromPrimitiveList/finalizers":[${numbered(5_000, (i) => `"x/${i}"`)}],"finalizers":["a"]}}`,
    `{"$patch":"foo",${numbered(10_000, (i) => `"k${i}":1`)}}`,
  ],
  (patch) => applyStrategicMergePatch(TARGET, patch as Record<string, unknown>, POD.schema.root),
);

const LABELS = { a: '1', b: '2' };
const labelSelector = once(
  'slow-label-selector',
  HEADER,
  ['a=1,b!=2,c in (x,y),!d', numbered(1_000, (i) => `!k${i}`), `a in (${'b,'.repeat(30_000)}c)`, '!b,'.repeat(20_000)],
  ['=', '!=', '!', ',', '(', ')', ' in (', ' notin (', 'k#,', '!k#,', '>0,', ' ', 'a'],
  (input) => {
    const selector = parseLabelSelector(input);
    // One turn of a list.
    for (let i = 0; i < 1_000; i++) selector.matches(LABELS);
  },
);
const fieldSelector = once(
  'slow-field-selector',
  HEADER,
  ['metadata.name=a,spec.nodeName!=b', 'metadata.name!=a,'.repeat(1_000), `a=${'\\,'.repeat(30_000)}`],
  ['=', '!=', ',', '\\,', '\\\\', '\\=', 'metadata.name', 'f#!=a,'],
  (input) => {
    const selector = parseFieldSelector(input);
    for (let i = 0; i < 1_000; i++) selector.matches(() => 'x');
  },
);

const owner = (fields: string): string => `[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{${fields}}}]`; // prettier-ignore
const element = (text: string): string => `${JSON.stringify(text)}:{}`;
const fieldSets: SlowTarget = {
  name: 'slow-field-sets',
  maxLength: BODY,
  seeds: [
    owner(numbered(5_000, (i) => element(`k:{"name":"${9_999 - i}"}`))),
    owner(numbered(19_000, (i) => element(`f:${19_999 - i}`))),
    owner(numbered(15, (i) => element(`v:[${'1,'.repeat(50_000)}${15 - i}]`))),
    owner(element(`v:${'['.repeat(400_000)}${']'.repeat(400_000)}`)),
    owner(numbered(10, (j) => element(`k:{${numbered(8_000, (i) => `"k${i}":1`)},"z":${10 - j}}`))),
  ],
  tokens: [
    '"f:a#":{},',
    '"k:{\\"a\\":#}":{},',
    '"v:#":{},',
    '"i:#":{},',
    '".":{},',
    '{"f:a":',
    '}',
    '[',
    ']',
    ',',
    '{',
    '\\"',
    '1,',
  ],
  *run(input) {
    const sent = parsedJson(input);
    yield;
    yield readOwners(sent);
  },
};

const evaluated = (expression: string, claims: object): unknown => {
  try {
    const program = compileExpression(expression, { variables: { claims: 'map<string, dyn>' }, results: ['dyn'] });
    return program.evaluate({ claims: expressionValue(claims) });
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
};
const CLAIMS = { many: Array.from({ length: 1_000 }, (_, i) => i), long: 'a'.repeat(60_000), sub: 'jane', letters: '\\pL'.repeat(60) }; // prettier-ignore
const cel = once(
  'slow-cel',
  10_240,
  [
    'claims.many.all(a, claims.many.all(b, claims.many.all(c, a + b + c >= 0)))',
    'claims.many.exists(a, claims.many.exists(b, claims.missing))',
    'claims.many.exists(a, claims.sub.matches(claims.letters + string(a)))',
    'claims.many.all(a, claims.many.all(b, duration("1h2m3s") > duration("1s")))',
    'claims.many.all(a, timestamp(0).getHours("Europe/Berlin") >= 0)',
    'claims.many.map(a, claims.long).join("").size() > 0',
    'claims.many.all(a, claims.long.split("").size() > 0)',
    '[claims.long].map(x, x + x).map(x, x + x).size() > 0',
  ],
  ['claims.many.all(x#, ', 'claims.many.map(y, ', 'true && ', ' || true', '.map(x, [x, x])', '[', ']', '(', ')', '1 + ', '"a".matches("a{9}")', '.lowerAscii()', 'string(', '{"a": 1, ', '!', 'true ? 1 : '], // prettier-ignore
  (input) => evaluated(`dyn(${input})`, CLAIMS),
);
/** The text and the pattern come from a token. */
const patterns = once(
  'slow-patterns',
  HEADER,
  ['(a{1000}){1000}', '((a{30}){30}){30}', '\\pL'.repeat(5_000), '(?i)(\\pL\\pN){500}', '(a|aa)+$b', '(.*)*x', '(a?){900}a{90}', '[^a]'.repeat(1_500)], // prettier-ignore
  [
    '(',
    ')',
    '{1000}',
    '{0,9}',
    '*',
    '+',
    '?',
    '|',
    '\\pL',
    '[^a-z]',
    '(?i)',
    '.',
    '\\b',
    '^',
    '$',
    '[',
    ']',
    '\\x{1F600}',
  ],
  (pattern) => evaluated('dyn(claims.many.all(a, claims.long.matches(claims.pattern)))', { many: [1, 2, 3], long: 'a'.repeat(20_000), pattern }), // prettier-ignore
);

const amounts = once(
  'slow-amounts',
  BODY,
  ['1.5e3', '500m', '9'.repeat(1_000_000), `0.${'1'.repeat(1_000_000)}Ei`, '1e999999999', '1h30m', '1h'.repeat(1_000_000), `2026-01-01T00:00:00.${'1'.repeat(1_000_000)}Z`], // prettier-ignore
  ['0', '9', '.', '-', '+', 'e', 'E9', 'Ki', 'm', 'n', 'h', 'us', ':', 'T', 'Z'],
  (input) => [canonicalQuantity(input), Quantity.parse(input)?.toNumber(), parseDurationMs(input), parseTimeMs(input), canonicalMicroTime(input)], // prettier-ignore
);
const headers = once(
  'slow-headers',
  HEADER,
  ['application/json;as=Table;v=v1;g=meta.k8s.io,*/*;q=0.1', '*/*,'.repeat(15_000), `a/b;c="${'\\"'.repeat(30_000)}"`, '/api/v1/namespaces/a/pods?limit=5&continue=abc&labelSelector=a%3Db', 'a=b&'.repeat(15_000), '%41'.repeat(20_000), 'A'.repeat(60_000)], // prettier-ignore
  [',', ';', '=', '/', '*', '"', '\\"', 'q=0.5', 'as=', '%2F', '&', '?', 'a=b&', ' ', '%'],
  (input) => {
    unlessRefused(() => negotiate(input, new URLSearchParams(), 'list', POD));
    unlessRefused(() => resolveRequestInfo('GET', input));
    unlessRefused(() => readListParameters(new URLSearchParams(input)));
    unlessRefused(() => decodeContinueToken(input, 'pods'));
  },
);

/** All that reads what clients send, on the event loop. */
export const SLOW_TARGETS: readonly SlowTarget[] = [
  json, yaml, protobuf, cbor, jsonPatch, mergePatch, strategicPatch, labelSelector, fieldSelector, fieldSets, cel, patterns, amounts, headers, ...APPLY_TARGETS, ...CUSTOM_TARGETS, ...TEXT_TARGETS,
]; // prettier-ignore
