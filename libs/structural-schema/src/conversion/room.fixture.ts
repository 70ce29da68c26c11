import { FieldPath } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { metadataFixture } from '../values/metadata.fixture.js';
import { checkConversion, type CheckedVersions } from './check-conversion.js';
import { readConversionDocument } from './conversion-document.js';
import { DeclaredConversion } from './declared-conversion.js';

const string = { type: 'string' };
const integer = { type: 'integer' };
export const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** A room: v2 moved its size, renamed its color, its host became a list, its tier has other names, doors have numbers. */
export const ROOM_V1 = object({
  spec: object({
    size: integer,
    color: string,
    host: string,
    tier: { type: 'string', enum: ['gold', 'basic'] },
    address: { type: 'string', pattern: '^[a-z]+:[0-9]+$', example: 'hall:80' },
    doors: list(object({ port: integer, label: string })),
    legacy: string,
  }),
  status: object({ ready: { type: 'boolean' } }),
});
export const ROOM_V2 = object({
  spec: object({
    dimensions: object({ size: integer, unit: string }),
    paint: string,
    hosts: { ...list(string), minItems: 1, maxItems: 1 },
    class: { type: 'string', enum: ['premium', 'standard'] },
    endpoint: object(
      { name: { type: 'string', pattern: '^[a-z]+$', example: 'hall' }, port: { type: 'integer', minimum: 0 } },
      { required: ['name', 'port'] },
    ),
    entries: list(object({ number: integer, label: string })),
  }),
  status: object({ ready: { type: 'boolean' } }),
});

export const ROOM_DOCUMENT = `
conversions:
- from: v1
  to: v2
  fields:
  - {from: spec.size, to: spec.dimensions.size}
  - {to: spec.dimensions.unit, default: m}
  - {from: .spec.color, to: .spec.paint}
  - {from: spec.host, to: spec.hosts, convert: '[self]', revert: 'self[0]'}
  - {from: spec.tier, to: spec.class, values: {gold: premium, basic: standard}}
  - {from: spec.address, revert: 'object.spec.endpoint.name + ":" + string(object.spec.endpoint.port)'}
  - {to: spec.endpoint.name, convert: 'object.spec.address.split(":")[0]'}
  - {to: spec.endpoint.port, convert: 'int(object.spec.address.split(":")[1])'}
  - {from: spec.doors, to: spec.entries}
  - {from: 'spec.doors[*].port', to: 'spec.entries[*].number'}
  - {from: spec.legacy}
`;

export const roomVersions = (schemas: Readonly<Record<string, JsonSchema>> = { v1: ROOM_V1, v2: ROOM_V2 }) =>
  ({
    group: 'example.com',
    kind: 'Room',
    schemas: new Map(Object.entries(schemas)),
    metadata: metadataFixture,
  }) satisfies CheckedVersions;

/** Errors of a document as `path: detail`. */
export function errorsOf(text: string, schemas?: Readonly<Record<string, JsonSchema>>): readonly string[] {
  const at = FieldPath.of('doc');
  const document = readConversionDocument(text, at);
  const errors = 'conversions' in document ? checkConversion(document, roomVersions(schemas), at) : document;
  return errors.map(({ field, detail }) => `${field}: ${detail}`);
}

/** The conversion of a document without errors in its form. */
export function conversionOf(
  text: string,
  schemas: Readonly<Record<string, JsonSchema>> = { v1: ROOM_V1, v2: ROOM_V2 },
) {
  const document = readConversionDocument(text, FieldPath.of('doc'));
  if (!('conversions' in document)) throw new Error(document.map(({ detail }) => detail).join());
  return new DeclaredConversion(document, (version) => schemas[version]);
}
