import { fieldError, quotedText } from '@orch/apimachinery';
import {
  asSchema,
  extension,
  isSet,
  numberOf,
  schemaMap,
  subschema,
  subschemas,
  textOf,
  textsOf,
  type JsonSchema,
} from '../schema/json-schema.js';
import type { StructuralNode } from '../schema/structural-node.js';
import { formatRule, type FormatRule } from './formats/format-rule.js';
import { checkAllOf, checkAnyOf, checkOneOf } from './alternatives.js';
import { checkNumber } from './number-rules.js';
import { refuse } from './refused-value.js';
import { shownValue } from './shown-value.js';
import { checkString } from './string-rules.js';
import { CHARACTERS_PER_CHECK, ValidationResult, type ValidationRun } from './validation-run.js';
import { identityOf, identityWithin } from './value-identity.js';

/** Type of a value in messages. */
type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** 2^63: larger numbers are never whole. */
const LARGEST_WHOLE = 9_223_372_036_854_775_808;

/** Formats that values of the other types have. */
const VALUE_FORMATS: Readonly<Partial<Record<JsonType, string>>> = { integer: 'int64', number: 'float64' };

function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < LARGEST_WHOLE ? 'integer' : 'number';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

/**
 * The value rules of a schema, or of an alternative in it (`anyOf`), compiled on first use. Order, texts and fields of errors are those of
 * the reference server. Every check that passes counts as a match: of several alternatives that all fail, the one with most matches
 * reports its errors.
 */
export class ValueRules {
  private readonly types: readonly string[];
  private readonly nullable: boolean;
  private readonly format: FormatRule | undefined;
  private readonly checksStrings: boolean;
  private readonly hasAlternatives: boolean;
  private readonly enumeration: readonly unknown[];
  private allowed: ReadonlySet<unknown> | undefined;
  private supported: readonly string[] | undefined;
  private supportedLength: number | undefined;
  private readonly known = new Map<string, ValueRules>();
  private readonly properties: Readonly<Record<string, JsonSchema>> | undefined;
  private readonly required: readonly string[];
  private itemRules: ValueRules | null | undefined;
  private otherRules: ValueRules | null | undefined;
  private readonly alternativesOf = new Map<string, readonly ValueRules[]>();
  private readonly forbidsOthers: boolean;
  private readonly restrictsOnlyType: boolean;

  constructor(private readonly schema: JsonSchema) {
    const type = textOf(schema, 'type');
    if (extension(schema, 'int-or-string') === true) this.types = ['integer', 'string'];
    else this.types = type === '' ? [] : [type];
    this.nullable = isSet(schema, 'nullable');
    this.format = formatRule(textOf(schema, 'format'));
    this.checksStrings =
      schema['pattern'] !== undefined || schema['maxLength'] !== undefined || schema['minLength'] !== undefined;
    this.hasAlternatives =
      schema['anyOf'] !== undefined ||
      schema['oneOf'] !== undefined ||
      schema['allOf'] !== undefined ||
      schema['not'] !== undefined;
    const enumeration = schema['enum'];
    this.enumeration = Array.isArray(enumeration) ? enumeration : [];
    this.properties = schemaMap(schema, 'properties');
    this.required = [...new Set(textsOf(schema['required']))];
    this.forbidsOthers = schema['additionalProperties'] === false;
    this.restrictsOnlyType = Object.keys(schema).every((name) => name === 'type');
  }

  /** Rules of a declared property. */
  property(name: string): ValueRules | undefined {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (this.properties === undefined || !Object.hasOwn(this.properties, name)) return undefined;
    const rules = new ValueRules(this.properties[name]!);
    this.known.set(name, rules);
    return rules;
  }

  private get others(): ValueRules | undefined {
    if (this.otherRules === undefined) {
      const schema = asSchema(this.schema['additionalProperties']);
      this.otherRules = schema === undefined ? null : new ValueRules(schema);
    }
    return this.otherRules ?? undefined;
  }

  private get items(): ValueRules | undefined {
    if (this.itemRules === undefined) {
      const schema = subschema(this.schema, 'items');
      this.itemRules = schema === undefined ? null : new ValueRules(schema);
    }
    return this.itemRules ?? undefined;
  }

  private alternatives(name: 'anyOf' | 'oneOf' | 'allOf'): readonly ValueRules[] {
    let rules = this.alternativesOf.get(name);
    if (rules === undefined)
      this.alternativesOf.set(name, (rules = subschemas(this.schema, name).map((schema) => new ValueRules(schema))));
    return rules;
  }

  private get negated(): ValueRules | undefined {
    const known = this.alternativesOf.get('not');
    if (known !== undefined) return known[0];
    const schema = subschema(this.schema, 'not');
    const rules = schema === undefined ? [] : [new ValueRules(schema)];
    this.alternativesOf.set('not', rules);
    return rules[0];
  }

  /**
   * Adds errors and matches of a value to `result`.
   * @param node schema that says which parts of the value and of `old` belong together; undefined: there is no old value.
   */
  validate(
    value: unknown,
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    run.spend(1);
    if (value === null || value === undefined) {
      this.checkType('null', run, result);
      this.checkEnum(value, run, result);
      return;
    }
    const type = typeOf(value);
    if (this.types.length > 0 || this.format !== undefined) {
      this.checkType(type, run, result);
      result.matches++;
    }
    if (this.hasAlternatives) this.checkAlternatives(value, run, result, old, node);
    result.matches += 2;
    switch (type) {
      case 'string':
        if (this.checksStrings) checkString(this.schema, value as string, run, result);
        if (this.format !== undefined) this.checkFormat(value as string, this.format, run, result);
        result.matches += this.format === undefined ? 1 : 2;
        break;
      case 'integer':
      case 'number':
        checkNumber(this.schema, value as number, run, result);
        result.matches += 2;
        break;
      case 'array':
        this.checkItems(value as unknown[], run, result, old, node);
        result.matches += 2;
        break;
      default:
        break;
    }
    this.checkEnum(value, run, result);
    result.matches++;
    if (type === 'object') {
      this.checkMembers(value as Record<string, unknown>, run, result, old, node);
      result.matches++;
    }
    result.matches++;
  }

  private checkType(type: JsonType, run: ValidationRun, result: ValidationResult): void {
    const { types, format } = this;
    if (type === 'null') {
      if (types.length > 0 && !this.nullable) this.wrongType(types.join(','), type, run, result);
      else result.matches++;
      return;
    }
    const numeric = types.includes('number') || types.includes('integer');
    const fits = this.fitsType(type);
    if (format !== undefined && type !== 'string' && type !== 'array' && !fits) {
      this.wrongType(format.name, VALUE_FORMATS[type] ?? '', run, result);
      return;
    }
    const byFormat = format !== undefined && !numeric && (type === 'string' || type === 'array');
    if (fits || byFormat) result.matches++;
    else this.wrongType(types.join(','), type, run, result);
  }

  private fitsType(type: JsonType): boolean {
    // A whole number is also a number.
    return this.types.includes(type) || (type === 'integer' && this.types.includes('number'));
  }

  private wrongType(expected: string, actual: string, run: ValidationRun, result: ValidationResult): void {
    run.report(result, (path) => {
      const text = `${path} in body must be of type ${expected}: ${quotedText(actual)}`;
      return [text, fieldError.typeInvalid(run.fieldPath(path), actual, text)];
    });
  }

  private checkEnum(value: unknown, run: ValidationRun, result: ValidationResult): void {
    const { enumeration } = this;
    if (enumeration.length === 0) return;
    // A null is never one of the values, even when it is listed.
    this.allowed ??= new Set(enumeration.map(identityOf));
    if (value !== null && this.allowed.has(identityWithin(value, run))) return;
    this.supported ??= enumeration.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const { supported } = this;
    const length = (this.supportedLength ??= supported.reduce((sum, one) => sum + one.length + QUOTES, 0));
    run.report(
      result,
      (path) => [
        `${path} in body should be one of them`,
        fieldError.notSupported(run.fieldPath(path), shownValue(value), supported),
      ],
      length,
    );
  }

  private checkFormat(value: string, format: FormatRule, run: ValidationRun, result: ValidationResult): void {
    run.spend(1 + value.length / CHARACTERS_PER_CHECK);
    if (format.holds(value)) return;
    run.report(result, (path) => {
      const text = `${path} in body must be of type ${format.name}: ${quotedText(value.slice(0, SHOWN))}`;
      return [text, fieldError.typeInvalid(run.fieldPath(path), value, text)];
    });
  }

  private checkItems(
    value: readonly unknown[],
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    const { items, schema } = this;
    if (items !== undefined) {
      const itemNode = node?.items;
      if (node?.listType === 'map') run.spend((value.length * node.listMapKeys.length) / MEMBERS_PER_CHECK);
      for (let i = 0; i < value.length; i++) {
        const before = node === undefined ? undefined : run.stored.oldItem(value[i], old, node);
        run.enter(i);
        if (before === undefined || itemNode === undefined) items.validate(value[i], run, result, undefined, undefined);
        else run.ratcheted(items, value[i], result, before, itemNode);
        run.leave();
      }
    }
    const minItems = numberOf(schema, 'minItems');
    if (minItems !== undefined && value.length < minItems)
      refuse(value.length, `should have at least ${minItems} items`, run, result);
    const maxItems = numberOf(schema, 'maxItems');
    if (maxItems !== undefined && value.length > maxItems)
      run.report(result, (path) => [
        `${path} in body should have at most ${maxItems} items`,
        fieldError.tooMany(run.fieldPath(path), value.length, maxItems),
      ]);
    if (isSet(schema, 'uniqueItems') && new Set(value.map((item) => identityWithin(item, run))).size < value.length)
      refuse('', "shouldn't contain duplicates", run, result);
  }

  private checkMembers(
    value: Readonly<Record<string, unknown>>,
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    const { schema } = this;
    const minProperties = numberOf(schema, 'minProperties');
    const maxProperties = numberOf(schema, 'maxProperties');
    if (minProperties !== undefined || maxProperties !== undefined) {
      const size = Object.keys(value).length;
      if (minProperties !== undefined && size < minProperties)
        refuse(size, `should have at least ${minProperties} properties`, run, result);
      run.spend(size / MEMBERS_PER_CHECK);
      if (maxProperties !== undefined && size > maxProperties)
        run.report(result, (path) => [
          `${path} in body should have at most ${maxProperties} properties`,
          fieldError.tooMany(run.fieldPath(path), size, maxProperties),
        ]);
    }
    const { others } = this;
    if (this.properties !== undefined || others !== undefined || this.forbidsOthers)
      this.eachMember(value, others, run, result, old, node);
    run.spend(this.required.length / MEMBERS_PER_CHECK);
    for (const name of this.required) {
      if (Object.hasOwn(value, name)) continue;
      run.report(result, (parent) => {
        const path = `${parent}.${name}`;
        return [`${path} in body is required`, fieldError.required(run.fieldPath(path))];
      });
    }
  }

  private eachMember(
    value: Readonly<Record<string, unknown>>,
    others: ValueRules | undefined,
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    const atRoot = run.isRoot;
    for (const name in value) {
      run.spend(1 / MEMBERS_PER_CHECK);
      const declared = this.property(name);
      const rules = declared ?? others;
      if (rules === undefined) {
        if (this.forbidsOthers) this.refuseMember(name, run, result);
        continue;
      }
      const correlates =
        node !== undefined &&
        typeof old === 'object' &&
        old !== null &&
        !Array.isArray(old) &&
        Object.hasOwn(old, name) &&
        !(atRoot && (name === 'kind' || name === 'apiVersion'));
      const below = correlates ? node.member(name) : undefined;
      // A field that is not declared has its dot also at the root.
      run.enter(declared === undefined && atRoot ? `.${name}` : name);
      if (below === undefined) rules.validate(value[name], run, result, undefined, undefined);
      else run.ratcheted(rules, value[name], result, (old as Record<string, unknown>)[name], below);
      run.leave();
    }
  }

  private refuseMember(name: string, run: ValidationRun, result: ValidationResult): void {
    run.report(result, (path) => {
      const text = `${path}.${name} in body is a forbidden property`;
      return [text, fieldError.invalid(run.fieldPath(path), name, text)];
    });
  }

  private checkAlternatives(
    value: unknown,
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    const outcome = (rules: ValueRules): ValidationResult => {
      const part = new ValidationResult();
      rules.validate(value, run, part, old, node);
      return part;
    };
    const type = typeOf(value);
    const isPossible = (rules: ValueRules): boolean => !rules.restrictsOnlyType || rules.fitsType(type);
    checkAnyOf(this.alternatives('anyOf'), isPossible, outcome, run, result);
    checkOneOf(this.alternatives('oneOf'), outcome, run, result);
    checkAllOf(this.alternatives('allOf'), outcome, run, result);
    const { negated } = this;
    if (negated !== undefined && outcome(negated).isValid)
      run.reportComposite(result, 'must not validate the schema (not)');
  }
}

/** Maximum characters of a text in a message. */
const SHOWN = 256;
/** Members that cost as much to look up as one value to check. */
const MEMBERS_PER_CHECK = 10;
/** Characters around each supported value in a message. */
const QUOTES = 4;
