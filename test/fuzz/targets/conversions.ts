import { compileSchema, FieldPath } from '@orch/apimachinery';
import { ObjectMeta, schemaDefinitionsOf, structOf } from '@orch/api';
import {
  checkConversion,
  ConversionFault,
  DeclaredConversion,
  readConversionDocument,
  type JsonSchema,
} from '@orch/structural-schema';
import { mustEqual, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const TOKENS = [
  'conversions:', 'fields:', '- ', '  ', '\n', '{', '}', '[', ']', ',', ': ', 'from', 'to', 'convert', 'revert', 'values', 'default', 'v1', 'v2', 'v3',
  'spec.s', 'spec.l[*].a', 'spec.m[*].b', 'spec.any.x', '[*]', '__proto__', 'constructor', 'metadata.name', '"self"', '"object.spec"', '"self.map(x, x)"',
  '"self + self"', '"[self, self]"', '"object.spec.any.x"', '"dyn(1)"', '"null"', '&a', '*a', '"', "'", '\\', '\u{1f422}', '\ud800', '1', 'null', 'true',
]; // prettier-ignore

const RULES = (fields: string): string => `conversions:\n- from: v1\n  to: v2\n  fields: [${fields}]\n`;
const SEEDS = [
  RULES('{from: spec.s, to: spec.t}, {from: spec.l, to: spec.k}, {from: "spec.l[*].a", to: "spec.k[*].b"}'),
  RULES("{from: spec.s, to: spec.t, convert: \"self + '-'\", revert: \"self.replace('-', '')\"}, {from: spec.l}"),
  RULES('{from: spec.s, to: spec.t, values: {a: b}}, {to: spec.i, default: 1}, {from: spec.m, to: spec.n}'),
  RULES(
    '{to: spec.t, convert: "object.spec.l.map(x, x.a).join(\',\')"}, {from: spec.l, revert: "object.spec.t.split(\',\')"}',
  ),
  '{"conversions":[{"from":"v1","to":"v2","fields":[{"from":"spec.any","to":"spec.any","convert":"self","revert":"self"}]}]}',
];

const object = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });
const string = { type: 'string' };
const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const items = (name: string): JsonSchema => ({ type: 'array', items: object({ [name]: string }) });
const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  v1: object({ spec: object({ s: string, l: items('a'), m: { type: 'object', additionalProperties: object({ a: string }) }, any }) }),
  v2: object({ spec: object({ t: string, k: items('b'), n: { type: 'object', additionalProperties: object({ a: string }) }, i: { type: 'integer' }, any }) }),
}; // prettier-ignore
const OBJECT = {
  spec: {
    s: 'a',
    l: [{ a: 'x' }, {}],
    m: { y: { a: 'z' }, __proto__: {} },
    any: { x: [[1.5], null], ['__proto__']: 1 },
  },
};
const metadata = compileSchema(structOf(ObjectMeta).name, schemaDefinitionsOf(ObjectMeta));

/** Rules that convert the objects of a definition: whatever the rules, the check ends within its budget, and no object is changed. */
export const conversionRules: FuzzTarget<string> = {
  name: 'conversion-rules',
  inputs: mutatedTexts(SEEDS, TOKENS),
  run(text) {
    const document = readConversionDocument(text, FieldPath.root);
    if (!('conversions' in document)) return;
    const versions = { group: 'example.com', kind: 'Thing', schemas: new Map(Object.entries(SCHEMAS)), metadata };
    const errors = checkConversion(document, versions, FieldPath.root);
    mustEqual(checkConversion(document, versions, FieldPath.root), errors, 'the same errors again');
    const before = JSON.stringify(OBJECT);
    try {
      new DeclaredConversion(document, (version) => SCHEMAS[version]).convert(OBJECT, 'v1', 'v2');
    } catch (error) {
      if (!(error instanceof ConversionFault)) throw error;
    }
    mustEqual(JSON.stringify(OBJECT), before, 'the object as it was');
  },
};
