import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
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
import { isMetaField } from '../schema/structural-node.js';
import { MAX_ERRORS } from './error-limit.js';
import { hasCompoundItems, itemRuleErrors } from './list-marker-errors.js';

/** What schemas must satisfy beyond being structural; see `SchemaCheckOptions`. */
export interface KeywordDemands {
  readonly prefix: string;
  readonly defaults: true | string;
  readonly knownTypes: boolean;
  readonly atomicSets: boolean;
  readonly identifiableItems: boolean;
}

/** Where a schema is. */
interface Place {
  readonly isRoot: boolean;
  readonly inMetadata: boolean;
  readonly defaults: true | string;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Errors of keywords that are not supported, and of markers that contradict the schema that has them. */
export function keywordErrors(schema: JsonSchema, path: FieldPath, demands: KeywordDemands): FieldError[] {
  const walk = new KeywordWalk(demands);
  walk.schema(schema, path, { isRoot: true, inMetadata: false, defaults: demands.defaults });
  return walk.errors;
}

class KeywordWalk {
  readonly errors: FieldError[] = [];

  constructor(private readonly demands: KeywordDemands) {}

  schema(schema: JsonSchema, path: FieldPath, place: Place): void {
    if (this.errors.length >= MAX_ERRORS) return;
    this.keywords(schema, path, place);
    this.below(schema, path, { ...place, isRoot: false }, place.isRoot);
    this.markers(schema, path);
    if (this.demands.identifiableItems) this.errors.push(...itemRuleErrors(schema, path, this.demands.prefix));
  }

  private keywords(schema: JsonSchema, path: FieldPath, place: Place): void {
    const { errors, demands } = this;
    const forbid = (name: string, rule: string): number => errors.push(fieldError.forbidden(path.child(name), rule));
    const unsupported = (name: string): number => forbid(name, `${name} is not supported`);
    const type = textOf(schema, 'type');
    if (demands.knownTypes && type !== '' && !TYPES.includes(type))
      errors.push(fieldError.notSupported(path.child('type'), type, TYPES));
    if (defaultOf(schema) !== undefined && place.defaults !== true)
      forbid('default', `must not be set${place.defaults === '' ? '' : ` ${place.defaults}`}`);
    if (textOf(schema, 'id') !== '') unsupported('id');
    if (isPresent(schema, 'additionalItems')) unsupported('additionalItems');
    for (const name of ['patternProperties', 'definitions'])
      if (Object.keys(asSchema(schema[name]) ?? {}).length > 0) unsupported(name);
    for (const name of ['dependencies', '$ref']) if (isPresent(schema, name)) unsupported(name);
    if (type === 'null') forbid('type', 'type cannot be set to null, use nullable as an alternative');
    if (Array.isArray(schema['items']) && schema['items'].length > 0)
      forbid('items', 'items must be a schema object and not an array');
    if (place.inMetadata && extension(schema, 'embedded-resource') === true)
      forbid(`${demands.prefix}embedded-resource`, 'must not be used inside of resource meta');
    if (isSet(schema, 'uniqueItems'))
      forbid('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  }

  private below(schema: JsonSchema, path: FieldPath, place: Place, isRoot: boolean): void {
    this.others(schema, path, place);
    const isObject = isRoot || extension(schema, 'embedded-resource') === true;
    this.eachOf(schema, 'properties', path, (name) => {
      if (!isObject || !isMetaField(name)) return place;
      return { ...place, inMetadata: true, defaults: isRoot ? `in top-level ${name}` : place.defaults };
    });
    const negated = subschema(schema, 'not');
    if (negated !== undefined) this.schema(negated, path.child('not'), place);
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const)
      subschemas(schema, name).forEach((one, index) => this.schema(one, path.child(name).index(index), place));
    this.eachOf(schema, 'definitions', path, () => place);
    const items = schema['items'];
    if (Array.isArray(items))
      items.forEach((item, index) => this.schema(asSchema(item) ?? {}, path.child('items').index(index), place));
    else if (asSchema(items) !== undefined) this.schema(asSchema(items)!, path.child('items'), place);
    this.eachOf(schema, 'dependencies', path, () => place);
  }

  private others(schema: JsonSchema, path: FieldPath, place: Place): void {
    const others = schema['additionalProperties'] ?? undefined;
    if (others === undefined) return;
    const othersPath = path.child('additionalProperties');
    if (others !== true && Object.keys(schemasIn(schema, 'properties')).length > 0) {
      const rule = 'additionalProperties and properties are mutual exclusive';
      this.errors.push(fieldError.forbidden(othersPath, rule));
    }
    const othersSchema = asSchema(others);
    if (othersSchema === undefined) return;
    const defaults = place.inMetadata ? 'inside additionalProperties applying to object metadata' : place.defaults;
    this.schema(othersSchema, othersPath, { ...place, defaults });
  }

  private eachOf(schema: JsonSchema, name: string, path: FieldPath, placeOf: (name: string) => Place): void {
    const map = schemasIn(schema, name);
    for (const key of Object.keys(map).sort()) {
      const below = asSchema(map[key]);
      if (below !== undefined) this.schema(below, path.child(name).key(key), placeOf(key));
    }
  }

  private markers(schema: JsonSchema, path: FieldPath): void {
    const { prefix, atomicSets } = this.demands;
    const at = (name: string): FieldPath => path.child(prefix + name);
    if (extension(schema, 'preserve-unknown-fields') === false)
      this.errors.push(fieldError.invalid(at('preserve-unknown-fields'), false, 'must be true or undefined'));
    this.marker(schema, 'map-type', 'object', ['atomic', 'granular'], path);
    const listType = extension(schema, 'list-type');
    const fits = this.markedType(schema, 'list-type', 'array', path);
    if (fits && atomicSets && listType === 'set') this.setItems(schema, path);
    this.markedValue(listType, at('list-type'), ['atomic', 'set', 'map']);
    const keys = textsOf(extension(schema, 'list-map-keys'));
    if (keys.length > 0 && listType !== 'map') {
      const rule = `must be map if ${prefix}list-map-keys is non-empty`;
      const where = at('list-type');
      this.errors.push(
        listType === undefined ? fieldError.required(where, rule) : fieldError.invalid(where, listType, rule),
      );
    }
    if (listType === 'map') this.mapItems(schema, keys, path);
  }

  private marker(
    schema: JsonSchema,
    name: 'map-type' | 'list-type',
    type: string,
    values: readonly string[],
    path: FieldPath,
  ): void {
    this.markedType(schema, name, type, path);
    this.markedValue(extension(schema, name), path.child(this.demands.prefix + name), values);
  }

  /** Whether a schema with a marker has the type that the marker is for; true also without the marker. */
  private markedType(schema: JsonSchema, name: 'map-type' | 'list-type', type: string, path: FieldPath): boolean {
    const actual = textOf(schema, 'type');
    if (extension(schema, name) === undefined || actual === type) return true;
    const rule = `must be ${type} if ${this.demands.prefix}${name} is specified`;
    const where = path.child('type');
    this.errors.push(actual === '' ? fieldError.required(where, rule) : fieldError.invalid(where, actual, rule));
    return false;
  }

  private markedValue(value: unknown, path: FieldPath, values: readonly string[]): void {
    if (value !== undefined && !values.includes(value as string))
      this.errors.push(fieldError.notSupported(path, value, values));
  }

  private setItems(schema: JsonSchema, path: FieldPath): void {
    const items = subschema(schema, 'items');
    if (items === undefined || !hasCompoundItems(schema)) return;
    const { prefix } = this.demands;
    const marker = textOf(items, 'type') === 'array' ? 'list-type' : 'map-type';
    // The reference shows the list type for both markers.
    const shown = extension(items, 'list-type') ?? null;
    const rule = `must be atomic as item of a list with ${prefix}list-type=set`;
    this.errors.push(fieldError.invalid(path.child('items').child(prefix + marker), shown, rule));
  }

  private mapItems(schema: JsonSchema, keys: readonly string[], path: FieldPath): void {
    const { prefix } = this.demands;
    const { errors } = this;
    const items = subschema(schema, 'items');
    const itemsPath = path.child('items');
    const keysPath = path.child(`${prefix}list-map-keys`);
    if (keys.length === 0) errors.push(fieldError.required(keysPath, `must not be empty if ${prefix}list-type is map`));
    if (!isPresent(schema, 'items'))
      errors.push(fieldError.required(itemsPath, `must have a schema if ${prefix}list-type is map`));
    else if (items === undefined)
      errors.push(fieldError.invalidUnseen(itemsPath, `must only have a single schema if ${prefix}list-type is map`));
    if (items === undefined) return;
    const type = textOf(items, 'type');
    if (type !== 'object') {
      const rule = `must be object if parent array's ${prefix}list-type is map`;
      errors.push(fieldError.invalid(itemsPath.child('type'), type, rule));
      return;
    }
    const properties = schemasIn(items, 'properties');
    keys.forEach((key, index) => {
      if (!Object.hasOwn(properties, key)) {
        errors.push(fieldError.invalid(keysPath, keys, 'entries must all be names of item properties'));
      } else if (['array', 'object'].includes(textOf(properties[key]!, 'type'))) {
        const rule = `must be a scalar type if parent array's ${prefix}list-type is map`;
        errors.push(fieldError.invalid(itemsPath.child('properties').key(key).child('type'), type, rule));
      }
      if (keys.indexOf(key) < index)
        errors.push(fieldError.invalid(keysPath, keys, 'must not contain duplicate entries'));
    });
  }
}

const isPresent = (schema: JsonSchema, name: string): boolean => schema[name] !== undefined && schema[name] !== null;
