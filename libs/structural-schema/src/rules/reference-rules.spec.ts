import { FieldPath } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { checkRules } from './check-rules.js';
import { compileRules } from './compile-rules.js';
import { RULE_FACTS, RULE_SAMPLES, RULE_SCHEMA } from './reference-rules.fixture.js';

/** Rules of the reference are of the release before its own. */
const MINOR = 32;
const schemaWith = (rule: string): JsonSchema => ({
  type: 'object',
  properties: { spec: { ...RULE_SCHEMA, 'x-kubernetes-validations': [{ rule, message: 'm' }] } },
});
const GO_RULE = /^Invalid value: apiextensions\.ValidationRule\{.*?\}: (?=\w+ )/s;

describe('rules that kube-apiserver was asked about', () => {
  for (const { rule, errors = [], results } of RULE_FACTS) {
    it(`${errors.length > 0 ? 'refuses' : 'accepts'} ${rule.slice(0, 80)}`, () => {
      const schema = schemaWith(rule);
      const found = checkRules(schema, FieldPath.root, { prefix: 'x-kubernetes-', minor: MINOR });
      expect(found.map(({ detail }) => detail.replace(GO_RULE, ''))).toEqual(errors);
      if (results) expect(RULE_SAMPLES.map((spec) => resultOf(schema, spec))).toEqual(results);
    });
  }
});

function resultOf(schema: JsonSchema, spec: unknown): string {
  const [error] = compileRules(schema).validate({
    apiVersion: 'r.example.com/v1',
    kind: 'X',
    metadata: { name: 'x' },
    spec,
  }).errors;
  if (!error) return 'true';
  return error.detail
    .replace('Invalid value: "object": ', '')
    .replace(
      /(: call arguments did not match a supported operator, function or macro signature for| evaluating) rule: m$/,
      '',
    )
    .replace(/^m$/, 'false');
}
