import type { SchemaDefinitions, SchemaFormat, StructuralSchema } from '@orch/apimachinery';
import { jsonFieldsOf, structOf, type FieldFacts } from './decorators.js';
import type { FieldOptions, FieldType, ScalarType, StructClass } from './field-type.js';

type SchemaType = NonNullable<StructuralSchema['type']>;

const SCALARS: Readonly<Record<ScalarType, StructuralSchema>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: number('integer', 'int32'),
  int64: number('integer', 'int64'),
  double: number('number', 'double'),
  bytes: { type: 'string', format: 'byte' },
  quantity: { type: 'string', format: 'quantity' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'micro-time' },
  duration: { type: 'string', format: 'duration' },
  intOrString: { format: 'int-or-string' },
  raw: { format: 'raw', preserveUnknownFields: true },
  fieldsV1: { type: 'object', format: 'raw', preserveUnknownFields: true },
};

function number(type: SchemaType, format: SchemaFormat): StructuralSchema {
  return { type, format };
}

const TYPE_META: Readonly<Record<string, StructuralSchema>> = {
  kind: { type: 'string', description: 'Name of the schema of this object.' },
  apiVersion: { type: 'string', description: 'Group and version of the schema of this object.' },
};

/** A struct's schema does not depend on references to it, so each class is compiled once per process. */
const schemaByClass = new WeakMap<StructClass, StructuralSchema>();

/** Schema of one struct; nested structs are references by name. */
export function structSchemaOf(type: StructClass): StructuralSchema {
  const known = schemaByClass.get(type);
  if (known) return known;
  const facts = structOf(type);
  const fields = jsonFieldsOf(type);
  const properties: Record<string, StructuralSchema> = facts.options.typeMeta ? { ...TYPE_META } : {};
  for (const field of fields) properties[field.name] = fieldSchema(field);
  const required = fields.filter((field) => field.options.required).map((field) => field.name);
  const schema: StructuralSchema = {
    type: 'object',
    ...(facts.options.description === undefined ? {} : { description: facts.options.description }),
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(facts.options.structType === undefined ? {} : { mapType: facts.options.structType }),
  };
  schemaByClass.set(type, schema);
  return schema;
}

/** Schemas of a struct and of all structs it references, by struct name. */
export function schemaDefinitionsOf(root: StructClass): SchemaDefinitions {
  const definitions = new Map<string, StructuralSchema>();
  const visit = (type: StructClass): void => {
    const { name } = structOf(type);
    if (definitions.has(name)) return;
    definitions.set(name, structSchemaOf(type));
    for (const field of jsonFieldsOf(type)) {
      const inner = structIn(field.type);
      if (inner) visit(inner);
    }
  };
  visit(root);
  return definitions;
}

/** The struct of a type, also inside lists and maps. */
export function structIn(type: FieldType): StructClass | undefined {
  if (typeof type === 'function') return type();
  if (typeof type === 'string' || 'enum' in type) return undefined;
  return structIn('list' in type ? type.list : type.map);
}

function fieldSchema({ type, options }: FieldFacts): StructuralSchema {
  return {
    ...named(typeSchema(type), options.goType),
    ...markers(options),
    ...defaultOf(options),
    ...emptiness(type, options),
  };
}

function typeSchema(type: FieldType): StructuralSchema {
  if (typeof type === 'string') return SCALARS[type];
  if (typeof type === 'function') {
    const { name, options } = structOf(type());
    return options.structType === undefined ? { ref: name } : { ref: name, mapType: options.structType };
  }
  if ('enum' in type) return { type: 'string', enum: type.enum };
  return 'list' in type
    ? { type: 'array', items: typeSchema(type.list) }
    : { type: 'object', additionalProperties: typeSchema(type.map) };
}

/** Types whose zero value typed clients omit. */
const LEFT_OUT: ReadonlySet<FieldType> = new Set<ScalarType>(['string', 'bool', 'int32', 'int64', 'double', 'bytes']);

/**
 * Zero values as in typed clients: a pointer distinguishes zero and absent; an optional field without pointer is omitted when
 * zero; a struct without pointer is always present, as are fields with `zeroIsShown`.
 */
function emptiness(type: FieldType, { pointer, required, zeroIsShown, last }: FieldOptions): StructuralSchema {
  if (pointer) return {};
  // A struct removed in newer releases is not added.
  if (typeof type === 'function') return last === undefined ? { absentIsEmpty: true } : {};
  if (zeroIsShown) return { absentIsEmpty: true };
  const leftOut = !required && (LEFT_OUT.has(type) || typeof type === 'object');
  return leftOut ? { emptyIsAbsent: true } : {};
}

/** Adds the Go type and those of items and values: items of `[]v1.Capability` are `v1.Capability`. */
function named(schema: StructuralSchema, typeName: string | undefined): StructuralSchema {
  if (typeName === undefined) return schema;
  const inner = /^(?:\[\]|map\[[^\]]*\])(.+)$/.exec(typeName)?.[1];
  return {
    ...schema,
    typeName,
    ...(schema.items && { items: named(schema.items, inner) }),
    ...(schema.additionalProperties && { additionalProperties: named(schema.additionalProperties, inner) }),
  };
}

function markers(options: FieldOptions): StructuralSchema {
  const { listType, listMapKeys, patchStrategy, patchMergeKey, description } = options;
  const mapType = options.structType ?? options.mapType;
  return {
    ...(listType === undefined ? {} : { listType }),
    ...(listMapKeys === undefined ? {} : { listMapKeys }),
    ...(mapType === undefined ? {} : { mapType }),
    ...(patchStrategy === undefined ? {} : { patchStrategy }),
    ...(patchMergeKey === undefined ? {} : { patchMergeKey }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Drops the default of an empty string on optional fields without pointer: it would only add the field to responses. */
function defaultOf(options: FieldOptions): StructuralSchema {
  if (options.default === undefined || (options.default === '' && !options.pointer && !options.required)) return {};
  return { default: options.default };
}
