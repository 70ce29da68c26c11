import { FieldPath } from '@orch/apimachinery';
import {
  checkConversion,
  ConversionFault,
  DeclaredConversion,
  readConversionDocument,
  type JsonSchema,
} from '@orch/structural-schema';
import { metadataFixture } from '../../../libs/structural-schema/src/values/metadata.fixture.js';
import type { SlowTarget } from './slow-target.js';

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });
const string = { type: 'string' };
const numbered = (count: number, make: (i: number) => JsonSchema): JsonSchema =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, make(i)]));

/** Many fields, patterns that are long to compile and met by no sample, validation rules that cost as much as a definition may. */
const MANY = numbered(2_000, () => string);
const PATTERNS = numbered(40, (i) => ({ ...string, pattern: `^(a{${500 + i}}){9}[0-9]$` }));
const RULES = {
  'x-kubernetes-validations': [
    { rule: `[${'1,'.repeat(60)}1].all(a, [${'1,'.repeat(60)}1].all(b, a + b == 2)) && self.s == 'x'` },
  ],
};
const specOf = (properties: JsonSchema): JsonSchema =>
  object({
    spec: object(
      { ...properties, s: string, i: { type: 'integer' }, l: { type: 'array', items: object({ a: string }) } },
      RULES,
    ),
  });
const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  v1: specOf({ ...MANY, ...PATTERNS }),
  v2: specOf({ ...MANY, ...PATTERNS, t: string }),
  v3: specOf({ ...numbered(2_000, (i) => ({ ...string, maxLength: i })) }),
};
const VERSIONS = { group: 'x.example.com', kind: 'Fuzzed', schemas: new Map(Object.entries(SCHEMAS)), metadata: metadataFixture }; // prettier-ignore
const OBJECT = { spec: { s: 'x'.repeat(100_000), i: 1, l: Array.from({ length: 10_000 }, (_, i) => ({ a: `${i}` })) } };

const pairs = (fields: string): string =>
  `{"conversions":[{"from":"v1","to":"v2","fields":[${fields}]},{"from":"v2","to":"v3","fields":[]}]}`;
const LOOP = `[${'1,'.repeat(30)}1]`;

/** Rules that convert the objects of a definition: read, checked, and applied to an object of a megabyte. */
export const conversionTarget: SlowTarget = {
  name: 'slow-conversion-rules',
  maxLength: 16 * 1_024,
  seeds: [
    pairs('{"to":"spec.t","default":"a"}'),
    pairs('{"from":"spec.s","to":"spec.t","convert":"self + self","revert":"self.replace(\'a\', self)"}'),
    pairs('{"from":"spec.l[*].a","to":"spec.l[*].a","convert":"self + object.spec.s","revert":"self"}'),
    pairs(
      `{"from":"spec.s","to":"spec.t","convert":"${LOOP}.map(a, ${LOOP}.map(b, ${LOOP}.map(c, self))) == [] ? self : self","revert":"self"}`,
    ),
    pairs(
      `${Array.from({ length: 127 }, (_, i) => `{"from":"spec.f${i}","to":"spec.f${i}","convert":"self + 'a'","revert":"self"}`).join()}`,
    ),
    pairs(
      '{"from":"spec.f0","to":"spec.f0","convert":"self.split(\'\')[0]","revert":"object.spec.l.map(x, x.a).join()"}',
    ),
    `conversions:\n${'- {from: v1, to: v2, fields: []}\n'.repeat(200)}`,
    `{"conversions":[${'{"from":"v1","to":"v2"},'.repeat(31)}{"from":"v1","to":"v3"}]}`,
  ],
  tokens: ['{"from":"spec.f#","to":"spec.f#"},', '{"from":"spec.f#"},', '{"to":"spec.f#","default":"a"},', '[*]', 'spec.l[*].a', '.map(x, x + x)', 'self', 'object.spec.s', ' + self', '.split("")', '.join()', '[self, self]', '"values":{"a#":"b#"},', ','], // prettier-ignore
  *run(input) {
    const document = readConversionDocument(input, FieldPath.root);
    yield;
    if (!('conversions' in document)) return;
    yield checkConversion(document, VERSIONS, FieldPath.root);
    try {
      yield new DeclaredConversion(document, (version) => SCHEMAS[version]).convert(OBJECT, 'v1', 'v2');
    } catch (error) {
      if (!(error instanceof ConversionFault)) throw error;
    }
  },
};
