import type { JsonSchema } from '../schema/json-schema.js';
import { publishedSchema, type PublishedSchemaOptions } from './published-schema.js';

/** What all steps result in, and their number. */
function published(...parameters: Parameters<typeof publishedSchema>): { schema: object; steps: number } {
  const work = publishedSchema(...parameters);
  for (let steps = 0; ; steps++) {
    const step = work.next();
    if (step.done) return { schema: step.value, steps };
  }
}

const OPTIONS: PublishedSchemaOptions = {
  kind: { group: 's.example.com', version: 'v1', kind: 'Pub' },
  prefix: 'x-kubernetes-',
  metadataName: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  texts: {
    apiVersion: 'of apiVersion',
    kind: 'of kind',
    metadata: 'of metadata',
    embeddedApiVersion: 'of embedded apiVersion',
    embeddedKind: 'of embedded kind',
  },
  selectableFields: ['.spec.a'],
};

/** A schema, and what kube-apiserver 1.33 publishes of it. */
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['a', 'b', 'e'],
      properties: {
        a: { type: 'string', default: 'x', enum: ['x'] },
        b: { type: 'string', nullable: true },
        e: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
        l: { type: 'array', 'x-kubernetes-preserve-unknown-fields': true, items: { type: 'object' } },
        m: {
          type: 'object',
          required: ['q'],
          additionalProperties: { type: 'object', nullable: true, properties: { z: { type: 'string' } } },
        },
        n: { 'x-kubernetes-preserve-unknown-fields': true },
        o: { 'x-kubernetes-int-or-string': true, anyOf: [{ minimum: 1 }], allOf: [{ maximum: 6 }] },
        p: {
          'x-kubernetes-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 6 }],
          nullable: true,
        },
        u: { type: 'string', format: '', minLength: 0, enum: ['a', 'b'] },
      },
    },
  },
};
const IN_V3 = {
  type: 'object',
  properties: {
    apiVersion: { description: 'of apiVersion', type: 'string' },
    kind: { description: 'of kind', type: 'string' },
    metadata: {
      description: 'of metadata',
      allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
    },
    spec: {
      type: 'object',
      required: ['a', 'b', 'e'],
      properties: {
        a: { type: 'string', default: 'x', enum: ['x'] },
        b: { type: 'string', nullable: true },
        e: {
          type: 'object',
          required: ['kind', 'apiVersion'],
          properties: {
            apiVersion: { description: 'of embedded apiVersion', type: 'string' },
            kind: { description: 'of embedded kind', type: 'string' },
            metadata: {
              description: 'of metadata',
              allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
            },
            spec: { type: 'object' },
          },
          'x-kubernetes-embedded-resource': true,
        },
        l: { type: 'array', items: { type: 'object' }, 'x-kubernetes-preserve-unknown-fields': true },
        m: {
          type: 'object',
          required: ['q'],
          additionalProperties: { type: 'object', nullable: true, properties: { z: { type: 'string' } } },
        },
        n: { 'x-kubernetes-preserve-unknown-fields': true },
        o: {
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 6 }],
          anyOf: [{ minimum: 1 }],
          'x-kubernetes-int-or-string': true,
        },
        p: {
          nullable: true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 6 }],
          'x-kubernetes-int-or-string': true,
        },
        u: { type: 'string', minLength: 0, enum: ['a', 'b'] },
      },
    },
  },
  'x-kubernetes-group-version-kind': [{ group: 's.example.com', kind: 'Pub', version: 'v1' }],
  'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.a' }],
};
const IN_V2 = {
  type: 'object',
  properties: {
    apiVersion: { description: 'of apiVersion', type: 'string' },
    kind: { description: 'of kind', type: 'string' },
    metadata: { description: 'of metadata', $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: {
      type: 'object',
      required: ['a', 'e'],
      properties: {
        a: { type: 'string', enum: ['x'] },
        b: {},
        e: {
          type: 'object',
          required: ['kind', 'apiVersion'],
          properties: {
            apiVersion: { description: 'of embedded apiVersion', type: 'string' },
            kind: { description: 'of embedded kind', type: 'string' },
            metadata: {
              description: 'of metadata',
              $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
            },
            spec: { type: 'object' },
          },
          'x-kubernetes-embedded-resource': true,
        },
        l: { 'x-kubernetes-preserve-unknown-fields': true },
        m: { type: 'object', additionalProperties: {} },
        n: { 'x-kubernetes-preserve-unknown-fields': true },
        o: { 'x-kubernetes-int-or-string': true },
        p: { 'x-kubernetes-int-or-string': true },
        u: { type: 'string', minLength: 0, enum: ['a', 'b'] },
      },
    },
  },
  'x-kubernetes-group-version-kind': [{ group: 's.example.com', kind: 'Pub', version: 'v1' }],
  'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.a' }],
};
const KIND = { 'x-kubernetes-group-version-kind': [{ group: 's.example.com', version: 'v1', kind: 'Pub' }] };

describe('publishedSchema', () => {
  it('documents everything in version 3', () => {
    expect(published(SCHEMA, OPTIONS, 'v3').schema).toEqual(IN_V3);
  });

  it('leaves out what clients of version 2 cannot read', () => {
    expect(published(SCHEMA, OPTIONS, 'v2').schema).toEqual(IN_V2);
  });

  it('documents an object without a schema, and in version 2 one that may have any fields', () => {
    const options = { ...OPTIONS, selectableFields: [] };
    const any = { type: 'object', ...KIND };
    expect(published(undefined, options, 'v3').schema).toEqual(any);
    expect(published(SCHEMA, { ...options, preserveUnknownFields: true }, 'v2').schema).toEqual(any);
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    expect(published(open, options, 'v2').schema).toEqual(any);
    expect(published(open, options, 'v3').schema).toMatchObject({ ...open, properties: { kind: { type: 'string' } } });
  });

  it('spells extensions with the prefix of the vocabulary', () => {
    const schema = { type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } };
    expect(published(schema, { ...OPTIONS, prefix: 'x-orch-' }, 'v3').schema).toMatchObject({
      properties: { a: { 'x-orch-preserve-unknown-fields': true } },
    });
  });

  it.each(['v2', 'v3'] as const)('takes a step for each subschema in version %s', (version) => {
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}`, { type: 'string' }]));
    const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
    expect(published(schema, OPTIONS, version).steps).toBe(1_002);
  });
});
