import { FieldPath, type FieldError, type SchemaNode } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { StructuralNode } from '../schema/structural-node.js';
import { checkRules } from './check-rules.js';
import { compileRules } from './compile-rules.js';
import { DEFINITION_FACTS } from './reference-definitions.fixture.js';

const PATH = FieldPath.of('spec', 'validation', 'openAPIV3Schema');
const METADATA = { field: () => undefined } as unknown as SchemaNode;
const shown = ({ reason, field, detail }: FieldError): string => `${reason}|${field}: ${detail}`;
const objectOf = (spec: unknown): unknown => ({
  apiVersion: 'r.example.com/v1',
  kind: 'X',
  metadata: { name: 'x' },
  spec,
});

describe('definitions that kube-apiserver was asked about', () => {
  for (const [index, { spec, errors = [], objects = [] }] of DEFINITION_FACTS.entries()) {
    const schema: JsonSchema = { type: 'object', properties: { spec } };
    it(`${index}: ${errors.length > 0 ? 'refuses' : 'accepts'} ${JSON.stringify(spec).slice(0, 120)}`, () => {
      expect(checkRules(schema, PATH, { prefix: 'x-kubernetes-', minor: 32 }).map(shown)).toEqual(errors);
    });
    for (const fact of objects)
      it(`${index}: ${fact.old === undefined ? 'creates' : 'updates'} ${JSON.stringify(fact.spec).slice(0, 80)}`, () => {
        const structure = new StructuralNode(schema, { metadata: METADATA }, true);
        const old = fact.old === undefined ? undefined : objectOf(fact.old);
        const result = compileRules(schema).validate(objectOf(fact.spec), old, structure);
        expect(result.errors.map(shown)).toEqual(fact.errors);
        expect(result.warnings.length > 0).toBe(fact.warns ?? false);
      });
  }
});
