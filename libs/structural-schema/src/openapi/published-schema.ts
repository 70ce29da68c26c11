import { setOwn, type GroupVersionKind, type PlainObject } from '@orch/apimachinery';
import {
  asSchema,
  defaultOf,
  extension,
  isSet,
  schemasIn,
  subschema,
  subschemas,
  textOf,
  textsOf,
  type JsonSchema,
} from '../schema/json-schema.js';

/** Descriptions of the fields that every object has; each is left out when it is not given. */
export interface MetaFieldTexts {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: string;
  /** Of objects inside of objects. */
  readonly embeddedApiVersion?: string;
  readonly embeddedKind?: string;
}

export interface PublishedSchemaOptions {
  readonly kind: GroupVersionKind;
  /** Prefix of extensions: `x-kubernetes-`. */
  readonly prefix: string;
  /** Name of the definition of ObjectMeta in the same document. */
  readonly metadataName: string;
  readonly texts: MetaFieldTexts;
  /** Paths of selectable fields, as the definition has them: `.spec.colour`. */
  readonly selectableFields?: readonly string[];
  /** Whether unknown fields of all objects are kept, as definitions of the beta version may say. */
  readonly preserveUnknownFields?: boolean;
}

/** Keywords of values that documents repeat as they are. */
const VALUE_KEYWORDS = [
  'format',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'enum',
  'maxProperties',
  'minProperties',
] as const;

/** Work that may be long: it yields after each subschema. */
type Steps<T> = Generator<undefined, T>;

/**
 * The definition of a custom kind in OpenAPI documents, in steps of a subschema each.
 * @param schema of the version; undefined when it is not structural: then only an object is documented.
 * @param version of the document. In version 2, nullable values have no type, fields that may hold anything have no members, and
 * alternatives (`anyOf`) and defaults are left out.
 */
export function* publishedSchema(
  schema: JsonSchema | undefined,
  options: PublishedSchemaOptions,
  version: 'v2' | 'v3',
): Steps<Record<string, unknown>> {
  const publisher = new Publisher(options, version === 'v2');
  const { group, version: apiVersion, kind } = options.kind;
  const out = yield* publisher.root(schema);
  out[`${options.prefix}group-version-kind`] = [{ group, version: apiVersion, kind }];
  const { selectableFields = [] } = options;
  if (selectableFields.length > 0)
    out[`${options.prefix}selectable-fields`] = selectableFields.map((path) => ({
      fieldPath: path.replace(/^\./, ''),
    }));
  return out;
}

class Publisher {
  constructor(
    private readonly options: PublishedSchemaOptions,
    private readonly isV2: boolean,
  ) {}

  *root(schema: JsonSchema | undefined): Steps<PlainObject> {
    const { texts, preserveUnknownFields = false } = this.options;
    const isOpen =
      schema !== undefined &&
      this.isV2 &&
      (preserveUnknownFields || extension(schema, 'preserve-unknown-fields') === true);
    if (schema === undefined || isOpen) return { type: 'object' };
    const out = yield* this.structure(schema);
    addProperties(out, {
      apiVersion: described(texts.apiVersion),
      kind: described(texts.kind),
      metadata: this.metadata(),
    });
    return out;
  }

  private *structure(schema: JsonSchema): Steps<PlainObject> {
    yield;
    const out: PlainObject = {};
    const isUntyped = this.isV2 && isSet(schema, 'nullable');
    const preserves = extension(schema, 'preserve-unknown-fields') === true;
    const hidesMembers = this.isV2 && (isUntyped || preserves);
    for (const name of ['description', 'title'] as const) if (textOf(schema, name) !== '') out[name] = schema[name];
    const type = textOf(schema, 'type');
    const isHidden = isUntyped || (hidesMembers && (type === 'array' || type === 'object'));
    if (type !== '' && !isHidden) out['type'] = type;
    if (!this.isV2) {
      if (isSet(schema, 'nullable')) out['nullable'] = true;
      if (defaultOf(schema) !== undefined) out['default'] = defaultOf(schema);
    }
    yield* this.addValueRules(out, schema, hidesMembers);
    if (!hidesMembers) yield* this.addMembers(out, schema);
    const others = schema['additionalProperties'];
    const othersSchema = asSchema(others);
    if (othersSchema !== undefined) out['additionalProperties'] = yield* this.structure(othersSchema);
    else if (typeof others === 'boolean') out['additionalProperties'] = others;
    this.addExtensions(out, schema);
    if (extension(schema, 'embedded-resource') === true && !(this.isV2 && preserves)) this.addEmbedded(out);
    return out;
  }

  private *addMembers(out: PlainObject, schema: JsonSchema): Steps<void> {
    const items = subschema(schema, 'items');
    if (items !== undefined) out['items'] = yield* this.structure(items);
    yield* this.addEach(out, schema, (property) => this.structure(property));
  }

  private *addEach(
    out: PlainObject,
    schema: JsonSchema,
    map: (property: JsonSchema) => Steps<PlainObject>,
  ): Steps<void> {
    const properties = schemasIn(schema, 'properties');
    const names = Object.keys(properties);
    if (names.length === 0) return;
    const mapped: PlainObject = {};
    for (const name of names) setOwn(mapped, name, yield* map(properties[name]!));
    out['properties'] = mapped;
  }

  private *addValueRules(out: PlainObject, schema: JsonSchema, hidesMembers: boolean): Steps<void> {
    for (const name of VALUE_KEYWORDS) {
      const value = schema[name];
      if (value !== undefined && value !== null && value !== false && value !== '') out[name] = value;
    }
    const required = this.requiredOf(schema, hidesMembers);
    if (required.length > 0) out['required'] = required;
    if (!this.isV2) yield* this.addAlternatives(out, schema);
  }

  /** In version 2, fields that may be null are not required, since null is absence there. */
  private requiredOf(schema: JsonSchema, hidesMembers: boolean): readonly string[] {
    const required = textsOf(schema['required']);
    if (!this.isV2) return required;
    const others = subschema(schema, 'additionalProperties');
    if (others !== undefined && isSet(others, 'nullable')) return [];
    if (hidesMembers) return required;
    const properties = schemasIn(schema, 'properties');
    return required.filter((name) => !Object.hasOwn(properties, name) || !isSet(properties[name]!, 'nullable'));
  }

  private *addAlternatives(out: PlainObject, schema: JsonSchema): Steps<void> {
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
      const alternatives: PlainObject[] = [];
      for (const one of subschemas(schema, name)) alternatives.push(yield* this.alternative(one));
      if (alternatives.length > 0) out[name] = alternatives;
    }
    const negated = subschema(schema, 'not');
    if (negated !== undefined) out['not'] = yield* this.alternative(negated);
    if (extension(schema, 'int-or-string') === true) addIntOrString(out);
  }

  private *alternative(schema: JsonSchema): Steps<PlainObject> {
    yield;
    const out: PlainObject = {};
    if (textOf(schema, 'type') !== '') out['type'] = schema['type'];
    yield* this.addValueRules(out, schema, false);
    const items = subschema(schema, 'items');
    if (items !== undefined) out['items'] = yield* this.alternative(items);
    yield* this.addEach(out, schema, (property) => this.alternative(property));
    return out;
  }

  private addExtensions(out: PlainObject, schema: JsonSchema): void {
    const { prefix } = this.options;
    for (const name of ['preserve-unknown-fields', 'embedded-resource', 'int-or-string'] as const)
      if (extension(schema, name) === true) out[prefix + name] = true;
    for (const name of ['list-type', 'map-type'] as const) {
      const value = extension(schema, name);
      if (value !== undefined) out[prefix + name] = value;
    }
    for (const name of ['list-map-keys', 'validations'] as const) {
      const value = extension(schema, name);
      if (Array.isArray(value) && value.length > 0) out[prefix + name] = value;
    }
  }

  private addEmbedded(out: PlainObject): void {
    const { embeddedApiVersion, embeddedKind } = this.options.texts;
    addProperties(out, {
      apiVersion: described(embeddedApiVersion),
      kind: described(embeddedKind),
      metadata: this.metadata(),
    });
    const required = (out['required'] ?? []) as readonly string[];
    out['required'] = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
  }

  /** Version 3 ignores siblings of a reference, so the reference is wrapped. */
  private metadata(): PlainObject {
    const { metadataName, texts } = this.options;
    const description = texts.metadata === undefined ? {} : { description: texts.metadata };
    return this.isV2
      ? { ...description, $ref: `#/definitions/${metadataName}` }
      : { ...description, allOf: [{ $ref: `#/components/schemas/${metadataName}` }] };
  }
}

/** Adds some to those that are there. */
function addProperties(out: PlainObject, properties: PlainObject): void {
  out['properties'] = { ...(out['properties'] as PlainObject), ...properties };
}

const described = (description: string | undefined): PlainObject =>
  description === undefined ? { type: 'string' } : { description, type: 'string' };

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Says in standard keywords that a value is an integer or a text, unless the schema does. */
function addIntOrString(out: PlainObject): void {
  const says = (anyOf: unknown): boolean => JSON.stringify(anyOf) === JSON.stringify(INT_OR_STRING);
  const allOf = (out['allOf'] ?? []) as readonly PlainObject[];
  if (says(out['anyOf']) || says(allOf[0]?.['anyOf'])) return;
  if (out['anyOf'] === undefined) out['anyOf'] = INT_OR_STRING;
  else out['allOf'] = [{ anyOf: INT_OR_STRING }, ...allOf];
}
