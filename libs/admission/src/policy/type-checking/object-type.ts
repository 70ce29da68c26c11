import type { SchemaNode } from '@orch/apimachinery';
import { celTypes, type CelType } from '@orch/expressions';
import { unescapedName } from '@orch/structural-schema';

const { BOOL, BYTES, DOUBLE, DYN, INT, listOf, mapOf, STRING, struct, TIMESTAMP } = celTypes;

/** Any name: the nodes of all values of a map are the same. */
const ANY_KEY = 'key';

/**
 * The type of the values of a schema. Types of fields are made when an expression uses them, since schemas may be recursive.
 * @param name of the type, for messages.
 * @returns undefined for values that expressions cannot access: quantities, and values without a type.
 */
export function objectType(node: SchemaNode | undefined, name: string): CelType | undefined {
  if (node === undefined) return undefined;
  if (node.format === 'int-or-string') return DYN;
  // Has no known fields.
  if (node.format === 'raw') return struct(name, () => undefined);
  switch (node.kind) {
    case 'struct':
      return struct(name, (field) => {
        const plain = unescapedName(field) ?? field;
        return objectType(node.field(plain), `${name}.${plain}`);
      });
    case 'map': {
      const value = objectType(node.field(ANY_KEY), `${name}.@elem`);
      return value && mapOf(STRING, value);
    }
    case 'list': {
      const item = objectType(node.items, `${name}.@idx`);
      return item && listOf(item);
    }
    case 'scalar':
      return scalarType(node);
    case 'any':
      return undefined;
  }
}

function scalarType({ scalarType: type, format }: SchemaNode): CelType | undefined {
  switch (format) {
    case 'quantity':
      return undefined;
    case 'byte':
      return BYTES;
    case 'date-time':
    case 'micro-time':
      return TIMESTAMP;
  }
  switch (type) {
    case 'boolean':
      return BOOL;
    case 'integer':
      return INT;
    case 'number':
      return DOUBLE;
    default:
      return type && STRING;
  }
}
