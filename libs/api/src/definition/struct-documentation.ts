import type { StructuralSchema } from '@orch/apimachinery';
import { jsonFieldsOf, structOf, type FieldFacts } from './decorators.js';
import type { FieldOptions, FieldType, ReleaseRange, ScalarType, StructClass } from './field-type.js';
import { markers, SCALARS, structIn, structsBelow } from './struct-schema.js';

/** Scalar types that are named schemas in documents, as generated clients know them. */
const NAMED_TYPES: Partial<Record<ScalarType, string>> = {
  quantity: 'pkg.api.resource.Quantity',
  time: 'meta.v1.Time',
  microTime: 'meta.v1.MicroTime',
  duration: 'meta.v1.Duration',
  intOrString: 'pkg.util.intstr.IntOrString',
  raw: 'pkg.runtime.RawExtension',
  fieldsV1: 'meta.v1.FieldsV1',
};

const TYPE_META: Readonly<Record<string, StructuralSchema>> = {
  apiVersion: {
    type: 'string',
    description: 'APIVersion defines the schema of this object, by group and version: `apps/v1`.',
  },
  kind: { type: 'string', description: 'Name of the schema of this object, in CamelCase.' },
};

/**
 * Schema of a struct for OpenAPI documents: descriptions, named types and the defaults that documents show. Not kept: documents
 * are built once and cached.
 * @param minor release 1.x; fields of other releases are left out.
 */
export function documentedSchemaOf(type: StructClass, minor: number): StructuralSchema {
  const { options } = structOf(type);
  const description = structDescriptionOf(type);
  // Documents have no type for them, as clients of other languages cannot express one.
  if (options.jsonForm) return description === undefined ? {} : { description };
  const fields = jsonFieldsOf(type).filter((field) => isInRelease(field.options, minor));
  const properties = Object.entries(options.typeMeta ? TYPE_META : {});
  for (const field of fields) {
    const text = descriptionOf(type, field);
    properties.push([
      field.name,
      { ...documentedField(field, minor), ...(text === undefined ? {} : { description: text }) },
    ]);
  }
  const required = fields.filter((field) => isRequired(field.options)).map((field) => field.name);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    ...(properties.length === 0
      ? {}
      : { properties: Object.fromEntries(properties.sort(([a], [b]) => (a < b ? -1 : 1))) }),
    ...(required.length === 0 ? {} : { required }),
    ...(options.structType === undefined ? {} : { mapType: options.structType }),
    ...(options.unions === undefined ? {} : { unions: options.unions }),
  };
}

/** A struct and all structs that its documentation refers to, by name. */
export function documentedStructsOf(root: StructClass, minor: number): ReadonlyMap<string, StructClass> {
  const structs = new Map<string, StructClass>();
  const visit = (type: StructClass): void => {
    const { name } = structOf(type);
    if (structs.has(name)) return;
    structs.set(name, type);
    const fields = jsonFieldsOf(type).filter((field) => isInRelease(field.options, minor));
    for (const inner of structsBelow(type, fields)) visit(inner);
  };
  visit(root);
  return structs;
}

const isInRelease = ({ since = 0, last = Infinity }: ReleaseRange, minor: number): boolean =>
  since <= minor && minor <= last;

const isRequired = ({ required, documentedAsRequired }: FieldOptions): boolean =>
  required === true || documentedAsRequired === true;

/** What a struct is, in its own words or those of the struct that describes it. */
export function structDescriptionOf(type: StructClass): string | undefined {
  const { description, describedAs } = structOf(type).options;
  return description ?? (describedAs && structDescriptionOf(describedAs()));
}

/** What a field means: its own description, that of the same field of a similar struct, or that of the struct it holds. */
export function descriptionOf(holder: StructClass, { name, type, options }: FieldFacts): string | undefined {
  if (options.description !== undefined) return options.description;
  const similar = structOf(holder).options.describedAs?.();
  const same = similar && jsonFieldsOf(similar).find((field) => field.name === name);
  if (same) return descriptionOf(similar, same);
  const struct = structIn(type);
  return struct && structDescriptionOf(struct);
}

function documentedField({ type, options }: FieldFacts, minor: number): StructuralSchema {
  const preset = documentedDefault(type, options);
  const { documentedListType: listType } = options;
  return {
    ...documentedType(type, minor),
    ...markers(options),
    ...(listType === undefined ? {} : { listType }),
    ...(preset === undefined ? {} : { default: preset }),
  };
}

function documentedType(type: FieldType, minor: number): StructuralSchema {
  if (typeof type === 'string') {
    const ref = NAMED_TYPES[type];
    return ref === undefined ? SCALARS[type] : { ref };
  }
  if (typeof type === 'function') return { ref: structOf(type()).name };
  if ('enum' in type) {
    const values = type.enum.filter((value) => isInRelease(type.releases?.[value] ?? {}, minor));
    return { type: 'string', ...(type.open ? {} : { enum: values.sort() }) };
  }
  return 'list' in type
    ? { type: 'array', items: documentedElement(type.list, minor) }
    : { type: 'object', additionalProperties: documentedElement(type.map, minor) };
}

/** An item of a list, or a value of a map: its default is the zero value. */
function documentedElement(type: FieldType, minor: number): StructuralSchema {
  const zero = zeroOf(type);
  return { ...documentedType(type, minor), ...(zero === undefined ? {} : { default: zero }) };
}

/**
 * The default in documents: the zero value of a field that is always written, or a default that is part of the type. The defaults
 * that the server sets are described instead, as generated clients would send them in every update.
 */
function documentedDefault(type: FieldType, options: FieldOptions): unknown {
  if (options.documentedDefault === 'own') return options.default;
  if (options.documentedDefault === 'zero') return zeroOf(type);
  if (options.pointer) return undefined;
  const isWritten = typeof type === 'function' || options.zeroIsShown === true || options.required;
  return isWritten ? zeroOf(type) : undefined;
}

function zeroOf(type: FieldType): unknown {
  if (typeof type === 'function') return structOf(type()).options.jsonForm ? undefined : {};
  if (typeof type === 'object') return 'enum' in type ? '' : undefined;
  return ZEROS[type];
}

const ZEROS: Partial<Record<ScalarType, unknown>> = { string: '', bool: false, int32: 0, int64: 0, double: 0 };
