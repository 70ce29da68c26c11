import type { ApiObject } from '../../api/object';
import { apiVersionOf, type Resource } from '../../api/resource';
import { type OpenApiDocument, resolve, type Schema, schemaOfKind } from './fields';

const MOST_LEVELS = 12;
/** Schemas of extension API servers may refer to themselves, several times on each level. */
const MOST_FIELDS = 1_000;

/** A new object of a kind with the fields that its schema requires, still empty; without a schema only its name. */
export function skeletonOf(
  document: OpenApiDocument | undefined,
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
  namespace: string,
): ApiObject {
  const root = document && schemaOfKind(document, group, version, kind);
  const {
    apiVersion: _,
    kind: __,
    metadata: ___,
    status: ____,
    ...fields
  } = requiredFields({ document: document ?? {}, fieldsLeft: MOST_FIELDS }, root, 0);
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

/** What is required, and the `spec`: without one an object says nothing, whatever the schema requires. */
function requiredFields(making: Making, schema: Schema | undefined, level: number): Record<string, unknown> {
  const properties = Object.entries(schema?.properties ?? {});
  const required = properties.filter(([name]) => name === 'spec' || schema?.required?.includes(name) === true);
  return Object.fromEntries(required.map(([name, property]) => [name, emptyValue(making, property, level + 1)]));
}

function emptyValue(making: Making, property: Schema, level: number): unknown {
  const schema = resolve(making.document, property);
  const isDeep = level >= MOST_LEVELS || --making.fieldsLeft <= 0;
  const chosen = property.default ?? schema?.default ?? schema?.enum?.[0];
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
      return schema.items === undefined || isDeep ? [] : [emptyValue(making, schema.items, level + 1)];
    case 'object':
      return isDeep ? {} : requiredFields(making, schema, level);
    default:
      // Anything, or one of several types.
      return '';
  }
}
