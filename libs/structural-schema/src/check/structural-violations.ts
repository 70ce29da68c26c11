import { atOnce, compareBytes, fieldError, jsonEqual, type FieldError, type FieldPath } from '@orch/apimachinery';
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
import { compiledPattern, patternSize } from '../values/compiled-pattern.js';
import { Completeness } from './completeness.js';
import { MAX_ERRORS } from './error-limit.js';

type Place = 'root' | 'item' | 'field';

const TYPE_REQUIRED: Readonly<Record<Place, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/**
 * Why a schema is not structural, in byte order: every value must have a type, and alternatives (`anyOf`) must only restrict what the schema outside of them
 * declares.
 * @param prefix of the names of extensions in texts and paths.
 */
export const structuralViolations = (schema: JsonSchema, path: FieldPath, prefix: string): FieldError[] =>
  atOnce(structuralViolationsSteps(schema, path, prefix));

/** Subschemas per step: a few milliseconds. */
const STEP_SCHEMAS = 1_000;

/** As `structuralViolations`, in steps. */
export function* structuralViolationsSteps(
  schema: JsonSchema,
  path: FieldPath,
  prefix: string,
): Generator<undefined, FieldError[]> {
  const errors: FieldError[] = [];
  yield* new Invariants(prefix, errors).structure(schema, 'root', path);
  new Completeness(errors).schema(schema, schema, path, path);
  const textOfError = (error: FieldError): string => `${error.field}: ${error.detail}`;
  return errors.sort((a, b) => compareBytes(textOfError(a), textOfError(b)));
}

/** Instructions of the different patterns of a schema, at most: compiling them takes some 50 ms. */
const MAX_PATTERN_SIZE = 125_000;

class Invariants {
  private readonly patterns = new Set<string>();
  private patternsSize = 0;
  private schemas = 0;

  constructor(
    private readonly prefix: string,
    private readonly errors: FieldError[],
  ) {}

  *structure(schema: JsonSchema, place: Place, path: FieldPath): Generator<undefined, void> {
    const { errors } = this;
    if (errors.length >= MAX_ERRORS) return;
    if (++this.schemas % STEP_SCHEMAS === 0) yield;
    const type = textOf(schema, 'type');
    const items = subschema(schema, 'items');
    if (type === 'array' && items === undefined)
      errors.push(fieldError.required(path.child('items'), 'must be specified'));
    if (items !== undefined) yield* this.structure(items, 'item', path.child('items'));
    const properties = schemasIn(schema, 'properties');
    for (const name of Object.keys(properties).sort())
      yield* this.structure(properties[name]!, 'field', path.child('properties').key(name));
    const others = schema['additionalProperties'] ?? undefined;
    if (others !== undefined) {
      const othersPath = path.child('additionalProperties');
      if (place === 'root') errors.push(fieldError.forbidden(othersPath, 'must not be used at the root'));
      const othersSchema = asSchema(others);
      if (othersSchema !== undefined) yield* this.structure(othersSchema, 'field', othersPath);
    }
    this.extensions(schema, path);
    this.values(schema, path, isIntOrString(schema), isIntOrStringInAllOf(schema));
    this.type(schema, place, type, path);
    if (extension(schema, 'embedded-resource') === true && others !== undefined)
      errors.push(
        fieldError.forbidden(
          path.child('additionalProperties'),
          `must not be used if ${this.prefix}embedded-resource is set`,
        ),
      );
    if (place === 'root' && type !== '' && type !== 'object')
      errors.push(fieldError.invalid(path.child('type'), type, 'must be object at the root'));
    this.metaFields(schema, properties, place, path);
  }

  private type(schema: JsonSchema, place: Place, type: string, path: FieldPath): void {
    if (extension(schema, 'embedded-resource') === true && type !== 'object') {
      const typePath = path.child('type');
      const rule = `must be object if ${this.prefix}embedded-resource is true`;
      this.errors.push(type === '' ? fieldError.required(typePath, rule) : fieldError.invalid(typePath, type, rule));
      return;
    }
    const isOpen = extension(schema, 'int-or-string') === true || extension(schema, 'preserve-unknown-fields') === true;
    if (type === '' && !isOpen) this.errors.push(fieldError.required(path.child('type'), TYPE_REQUIRED[place]));
  }

  private metaFields(
    schema: JsonSchema,
    properties: Readonly<Record<string, JsonSchema>>,
    place: Place,
    path: FieldPath,
  ): void {
    const { errors, prefix } = this;
    const isEmbedded = extension(schema, 'embedded-resource') === true;
    const isObject = place === 'root' || isEmbedded;
    for (const name of isObject ? ['kind', 'apiVersion'] : []) {
      const field = Object.hasOwn(properties, name) ? textOf(properties[name]!, 'type') : 'string';
      if (field !== 'string')
        errors.push(fieldError.invalid(path.child('properties').key(name).child('type'), field, 'must be string'));
    }
    if (Object.hasOwn(properties, 'metadata'))
      this.metadata(properties['metadata']!, isObject, place, path.child('properties').key('metadata'));
    const isClosed = isEmbedded && extension(schema, 'preserve-unknown-fields') !== true;
    if (isClosed && Object.keys(properties).length === 0) {
      const rule = `must not be empty if ${prefix}embedded-resource is true without ${prefix}preserve-unknown-fields`;
      errors.push(fieldError.required(path.child('properties'), rule));
    }
  }

  private metadata(schema: JsonSchema, isObject: boolean, place: Place, path: FieldPath): void {
    const type = textOf(schema, 'type');
    if (isObject && type !== 'object') this.errors.push(fieldError.invalid(path.child('type'), type, 'must be object'));
    if (place === 'root' && !restrictsNamesOnly(schema)) {
      const rule = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
      this.errors.push(fieldError.forbidden(path, rule));
    }
  }

  private extensions(schema: JsonSchema, path: FieldPath): void {
    if (extension(schema, 'int-or-string') !== true) return;
    for (const name of ['preserve-unknown-fields', 'embedded-resource'] as const) {
      if (extension(schema, name) !== true) continue;
      const rule = `must be false if ${this.prefix}int-or-string is true`;
      this.errors.push(fieldError.invalid(path.child(this.prefix + name), true, rule));
    }
  }

  /** @param skipsAnyOf whether `anyOf` lists the types of an integer or text, which are allowed there. */
  private values(schema: JsonSchema, path: FieldPath, skipsAnyOf: boolean, skipsFirstOfAll = false): void {
    const each = (name: string, skips: (index: number) => boolean): void =>
      subschemas(schema, name).forEach((one, index) =>
        this.alternative(one, path.child(name).index(index), skips(index)),
      );
    if (!skipsAnyOf) each('anyOf', () => false);
    each('allOf', (index) => skipsFirstOfAll && index === 0);
    each('oneOf', () => false);
    const negated = subschema(schema, 'not');
    if (negated !== undefined) this.alternative(negated, path.child('not'));
    const pattern = textOf(schema, 'pattern');
    const fault = pattern === '' ? undefined : this.patternFault(pattern);
    if (fault !== undefined) {
      const rule = `must be a valid regular expression, but isn't: ${fault}`;
      this.errors.push(fieldError.invalid(path.child('pattern'), pattern, rule));
    }
  }

  private patternFault(pattern: string): string | undefined {
    if (!this.patterns.has(pattern)) {
      this.patterns.add(pattern);
      this.patternsSize += patternSize(pattern);
    }
    return this.patternsSize > MAX_PATTERN_SIZE
      ? 'the patterns of the schema are too large'
      : compiledPattern(pattern).fault;
  }

  private alternative(schema: JsonSchema, path: FieldPath, skipsAnyOf = false): void {
    if (this.errors.length >= MAX_ERRORS) return;
    this.values(schema, path, skipsAnyOf);
    const items = subschema(schema, 'items');
    if (items !== undefined) this.alternative(items, path.child('items'));
    const properties = schemasIn(schema, 'properties');
    for (const name of Object.keys(properties).sort())
      this.alternative(properties[name]!, path.child('properties').key(name));
    this.forbidden(schema, path);
    if (Object.hasOwn(properties, 'metadata')) {
      const rule = 'must not be specified in a nested context';
      this.errors.push(fieldError.forbidden(path.child('properties').key('metadata'), rule));
    }
  }

  /** What only the schema outside of alternatives may say. */
  private forbidden(schema: JsonSchema, path: FieldPath): void {
    const forbid = (isForbidden: boolean, name: string, rule: string): void => {
      if (isForbidden) this.errors.push(fieldError.forbidden(path.child(name), `must be ${rule} to be structural`));
    };
    const { prefix } = this;
    const others = schema['additionalProperties'];
    forbid(textOf(schema, 'type') !== '', 'type', 'empty');
    forbid(others === true || asSchema(others) !== undefined, 'additionalProperties', 'undefined');
    forbid(defaultOf(schema) !== undefined, 'default', 'undefined');
    forbid(textOf(schema, 'title') !== '', 'title', 'empty');
    forbid(textOf(schema, 'description') !== '', 'description', 'empty');
    forbid(isSet(schema, 'nullable'), 'nullable', 'false');
    for (const name of ['preserve-unknown-fields', 'embedded-resource', 'int-or-string'] as const)
      forbid(extension(schema, name) === true, prefix + name, 'false');
    forbid(textsOf(extension(schema, 'list-map-keys')).length > 0, `${prefix}list-map-keys`, 'empty');
    for (const name of ['list-type', 'map-type'] as const)
      forbid(extension(schema, name) !== undefined, prefix + name, 'undefined');
    const rules = extension(schema, 'validations');
    forbid(Array.isArray(rules) && rules.length > 0, `${prefix}validations`, 'empty');
  }
}

const isIntOrString = (schema: JsonSchema): boolean => jsonEqual(schema['anyOf'], INT_OR_STRING);

function isIntOrStringInAllOf(schema: JsonSchema): boolean {
  const first = subschemas(schema, 'allOf')[0];
  return first !== undefined && isIntOrString(first);
}

/** Members of the schema of metadata that change nothing. */
const HARMLESS = new Set(['type', 'default', 'example', 'externalDocs']);

/** Whether the schema of the metadata of an object says nothing but what names may be. */
function restrictsNamesOnly(schema: JsonSchema): boolean {
  return Object.keys(schema).every((name) => {
    if (HARMLESS.has(name) || isZero(schema[name])) return true;
    if (name !== 'properties') return false;
    return Object.keys(asSchema(schema[name]) ?? {}).every((field) => field === 'name' || field === 'generateName');
  });
}

const isZero = (value: unknown): boolean => value === '' || value === false || value === null || value === undefined;
