import { type OpenApiDocument, schemaOfKind } from '../../schema/fields';
import type { FormKind } from './form-kind';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const document = {
  components: {
    schemas: {
      Widget: {
        'x-example-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Widget' }],
        type: 'object',
        required: ['spec'],
        properties: {
          spec: { description: 'What is wanted.', allOf: [reference('Spec')], default: {} },
          status: { type: 'object' },
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: reference('Meta'),
        },
      },
      Meta: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          namespace: { type: 'string' },
          uid: { type: 'string' },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Spec: {
        type: 'object',
        required: ['size'],
        properties: {
          color: { type: 'string', enum: ['red', 'blue'], default: 'red' },
          size: { type: 'integer', minimum: 1, maximum: 10 },
          zone: { type: 'string', 'x-example-validations': [{ rule: 'self == oldSelf' }] },
          parts: { type: 'array', items: reference('Part') },
          schema: reference('Tree'),
          any: { type: 'object', 'x-example-preserve-unknown-fields': true },
        },
      },
      Part: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, port: { 'x-example-int-or-string': true }, note: { type: 'string' } },
      },
      Tree: { type: 'object', properties: { name: { type: 'string' }, tree: reference('Tree') } },
    },
  },
} as OpenApiDocument;

/** A kind whose schema has fields of all sorts, and one that contains itself. */
export const widgetKind: FormKind = {
  document,
  root: schemaOfKind(document, 'g', 'v1', 'Widget')!,
  resource: { namespaced: true, subresources: ['status'] },
  stored: undefined,
};
