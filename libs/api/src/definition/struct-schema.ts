import type { SchemaDefinitions, SchemaFormat, StructuralSchema } from '@orch/apimachinery';
import type { Answers } from '@orch/vocabulary';
import { jsonFieldsOf, structOf, type FieldFacts, type StructOptions } from './decorators.js';
import type { FieldOptions, FieldType, ScalarType, StructClass } from './field-type.js';

type SchemaType = NonNullable<StructuralSchema['type']>;

/** Schemas of the scalar types. */
export const SCALARS: Readonly<Record<ScalarType, StructuralSchema>> = {
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
  kind: { type: 'string' },
  apiVersion: { type: 'string' },
};

/** Answers of a vocabulary on which schemas depend: whether fields that an earlier release had last are in them, and zero values. */
type SchemaAnswers = Pick<Answers, 'removedFields' | 'shownZeros'>;

const OF_REFERENCE: SchemaAnswers = { removedFields: 'unknown', shownZeros: 'reference' };

/** Schemas by release. A schema does not depend on references to its struct, so each is compiled once per process. */
const schemasByClass = new WeakMap<StructClass, Map<string, StructuralSchema>>();

/**
 * Schema of one struct; nested structs are references by name.
 * @param emulatedMinor release 1.x whose fields it has, and whose zero values are written. Default: all fields, and the zero values of
 * the newest release.
 */
export function structSchemaOf(
  type: StructClass,
  emulatedMinor?: number,
  answers: SchemaAnswers = OF_REFERENCE,
): StructuralSchema {
  const release = jsonFieldsOf(type).some(dependsOnRelease) ? emulatedMinor : undefined;
  let schemas = schemasByClass.get(type);
  if (!schemas) schemasByClass.set(type, (schemas = new Map()));
  const key = `${release} ${answers.removedFields} ${answers.shownZeros}`;
  let schema = schemas.get(key);
  if (!schema) schemas.set(key, (schema = compileStruct(type, release, answers)));
  return schema;
}

const dependsOnRelease = ({ options: { since, last, zeroOmittedSince } }: FieldFacts): boolean =>
  (since ?? last ?? zeroOmittedSince) !== undefined;

function compileStruct(type: StructClass, emulatedMinor: number | undefined, answers: SchemaAnswers): StructuralSchema {
  const fields = fieldsIn(type, emulatedMinor, answers);
  const { options } = structOf(type);
  if (options.jsonForm) return formSchema(options.jsonForm, structOf(type).name);
  const isOlder = fields.some(
    ({ options: { zeroOmittedSince = 0 } }) => (emulatedMinor ?? Infinity) < zeroOmittedSince,
  );
  const properties: Record<string, StructuralSchema> = options.typeMeta ? { ...TYPE_META } : {};
  const rules: ZeroRules = { isOlder, last: options.last, shown: answers.shownZeros };
  for (const field of fields) properties[field.name] = fieldSchema(field, rules);
  const required = fields.filter((field) => field.options.required).map((field) => field.name);
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(options.structType === undefined ? {} : { mapType: options.structType }),
  };
}

/** Schema of a value that is not an object. Its Go type is that of the struct. */
function formSchema(form: NonNullable<StructOptions['jsonForm']>, name: string): StructuralSchema {
  const typeName = name.split('.').slice(-2).join('.');
  return form === 'any' ? { typeName } : { typeName, alternatives: form.map(({ type }) => typeSchema(type)) };
}

/**
 * JSON fields of a struct in one release; of a later struct, the fields it began with: it may be the stored form of a version that the
 * release has. Fields that ended before their struct began are those of such a version. Default: fields of all releases.
 */
function fieldsIn(
  type: StructClass,
  emulatedMinor: number | undefined,
  { removedFields }: SchemaAnswers,
): readonly FieldFacts[] {
  const fields = jsonFieldsOf(type);
  if (emulatedMinor === undefined) return fields;
  const { since: begun = 0 } = structOf(type).options;
  const release = Math.max(emulatedMinor, begun);
  return fields.filter(({ options: { since = 0, last = Infinity } }) =>
    last < begun
      ? since <= emulatedMinor && emulatedMinor <= last
      : since <= release && (release <= last || removedFields === 'known'),
  );
}

/** Whether a release has a JSON field of a struct. @param emulatedMinor release 1.x. Default: any release. */
export const hasField = (type: StructClass, name: string, emulatedMinor: number | undefined, answers: SchemaAnswers) =>
  fieldsIn(type, emulatedMinor, answers).some((field) => field.name === name);

/** Schemas of a struct and of all structs it references, by struct name. @param emulatedMinor as of {@link structSchemaOf}. */
export function schemaDefinitionsOf(
  root: StructClass,
  emulatedMinor?: number,
  answers: SchemaAnswers = OF_REFERENCE,
): SchemaDefinitions {
  const definitions = new Map<string, StructuralSchema>();
  const visit = (type: StructClass): void => {
    const { name } = structOf(type);
    if (definitions.has(name)) return;
    definitions.set(name, structSchemaOf(type, emulatedMinor, answers));
    for (const inner of structsBelow(type, fieldsIn(type, emulatedMinor, answers))) visit(inner);
  };
  visit(root);
  return definitions;
}

/** Structs that the fields of a struct hold, or its alternatives. */
export function structsBelow(type: StructClass, fields: readonly FieldFacts[]): StructClass[] {
  const { jsonForm = 'any' } = structOf(type).options;
  const types = [...fields, ...(jsonForm === 'any' ? [] : jsonForm)].map((member) => structIn(member.type));
  return types.filter((inner) => inner !== undefined);
}

/** The struct of a type, also inside lists and maps. */
export function structIn(type: FieldType): StructClass | undefined {
  if (typeof type === 'function') return type();
  if (typeof type === 'string' || 'enum' in type) return undefined;
  return structIn('list' in type ? type.list : type.map);
}

/** What the zero values of a struct depend on. */
interface ZeroRules {
  /** Of a release before the first that omits a zero value of the struct. */
  readonly isOlder: boolean;
  /** Last release that has the struct. */
  readonly last: number | undefined;
  readonly shown: Answers['shownZeros'];
}

function fieldSchema({ type, options }: FieldFacts, rules: ZeroRules): StructuralSchema {
  return {
    ...named(typeSchema(type), options.goType),
    ...markers(options),
    ...defaultOf(options),
    ...zeroOf(type, options, rules),
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

/** Types that are structs in typed clients, which write them always. */
const ALWAYS_WRITTEN: ReadonlySet<FieldType> = new Set<ScalarType>(['time', 'microTime', 'quantity', 'intOrString', 'raw', 'duration']); // prettier-ignore
/** Types with the zero value null. */
const NULL_WHEN_ZERO: ReadonlySet<FieldType> = new Set<ScalarType>(['time', 'microTime', 'raw', 'bytes', 'fieldsV1']);

/**
 * Zero values as in typed clients: a pointer distinguishes zero and absent; an optional field without pointer is omitted when
 * zero; a struct without pointer, a required field and one with `zeroIsShown` are always present.
 */
function zeroOf(type: FieldType, options: FieldOptions, rules: ZeroRules): StructuralSchema {
  const { pointer = false, keepsEmpty = false } = options;
  // A field that newer releases removed from its struct is not added.
  if (typeof type === 'function' && !pointer) return options.last === rules.last ? { absentIsEmpty: true } : {};
  const holdsItems = typeof type === 'object' && !('enum' in type);
  if (isWritten(type, options, rules)) {
    if (!pointer && !holdsItems && !NULL_WHEN_ZERO.has(type)) return { absentIsEmpty: true };
    return { absentIsNull: true, ...(holdsItems && !pointer && !keepsEmpty && { emptyIsNull: true }) };
  }
  return pointer || options.required || ALWAYS_WRITTEN.has(type) ? {} : { emptyIsAbsent: true };
}

/** A default replaces the zero value. */
function isWritten(type: FieldType, options: FieldOptions, { isOlder, shown }: ZeroRules): boolean {
  const { pointer, required, zeroIsShown, zeroOmittedSince } = options;
  if (zeroOmittedSince !== undefined) return isOlder;
  if (options.default !== undefined) return false;
  return required === true || zeroIsShown === true || zeroIsShown === shown || (!pointer && ALWAYS_WRITTEN.has(type));
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

/** Merge markers of a field. */
export function markers(options: FieldOptions): StructuralSchema {
  const { listType, listMapKeys, patchStrategy, patchMergeKey } = options;
  const mapType = options.structType ?? options.mapType;
  return {
    ...(listType === undefined ? {} : { listType }),
    ...(listMapKeys === undefined ? {} : { listMapKeys }),
    ...(mapType === undefined ? {} : { mapType }),
    ...(patchStrategy === undefined ? {} : { patchStrategy }),
    ...(patchMergeKey === undefined ? {} : { patchMergeKey }),
  };
}

/** Drops the default of an empty string on optional fields without pointer: it would only add the field to responses. */
function defaultOf(options: FieldOptions): StructuralSchema {
  if (options.default === undefined || (options.default === '' && !options.pointer && !options.required)) return {};
  return { default: options.default };
}
