import type { ApiObject } from '../api/object';
import { apiVersionOf, type Resource } from '../api/resource';
import { type OpenApiDocument, resolve, type Schema } from './fields';
import type { KindSchema } from './kind-schema';

const MOST_LEVELS = 12;
/** Schemas of extension API servers may refer to themselves, several times on each level. */
const MOST_FIELDS = 1_000;

/** A new object of a kind with the fields that its schema requires, still empty; without a schema only its name. */
export function skeletonOf(
  schema: KindSchema | undefined,
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
  namespace: string,
): ApiObject {
  const making = schema && { document: schema.document, fieldsLeft: MOST_FIELDS };
  const required = making === undefined ? {} : requiredFields(making, schema?.root, 0);
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...fields } = required;
  return {
    apiVersion: apiVersionOf({ group, version }),
    kind,
    metadata: { name: '', ...(namespace !== '' && { namespace }) },
    ...fields,
  };
}

interface Making {
  readonly document: OpenApiDocument;
  fieldsLeft: number;
}

/** A first value of a field: its default or first choice, otherwise empty, with the fields that its schema requires. */
export function emptyValue(document: OpenApiDocument, property: Schema): unknown {
  return emptyAt({ document, fieldsLeft: MOST_FIELDS }, property, 0);
}

/** What is required, and the `spec`: without one an object says nothing, whatever the schema requires. */
function requiredFields(making: Making, schema: Schema | undefined, level: number): Record<string, unknown> {
  const properties = Object.entries(schema?.properties ?? {});
  const required = properties.filter(([name]) => name === 'spec' || schema?.required?.includes(name) === true);
  return Object.fromEntries(required.map(([name, property]) => [name, emptyAt(making, property, level + 1)]));
}

function emptyAt(making: Making, property: Schema, level: number): unknown {
  const schema = resolve(making.document, property);
  const isDeep = level >= MOST_LEVELS || --making.fieldsLeft <= 0;
  const chosen = schema?.default ?? schema?.enum?.[0];
  if (chosen !== undefined && chosen !== null && typeof chosen !== 'object') return chosen;
  switch (schema?.type) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return schema.items === undefined || isDeep ? [] : [emptyAt(making, schema.items, level + 1)];
    case 'object':
      return isDeep ? {} : requiredFields(making, schema, level);
    default:
      // Anything, or one of several types.
      return '';
  }
}
