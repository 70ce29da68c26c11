import { fieldError, identityText, quotedText } from '@orch/apimachinery';
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
import { compiledPattern, patternCost } from './compiled-pattern.js';
import { shownNumber, shownValue } from './shown-value.js';
import { oldItem } from './unchanged.js';
import { CHARACTERS_PER_CHECK, ValidationResult, type ValidationRun } from './validation-run.js';

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
        if (this.checksStrings) this.checkString(value as string, run, result);
        if (this.format !== undefined) this.checkFormat(value as string, this.format, run, result);
        result.matches += this.format === undefined ? 1 : 2;
        break;
      case 'integer':
      case 'number':
        this.checkNumber(value as number, run, result);
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

  private checkString(value: string, run: ValidationRun, result: ValidationResult): void {
    const maxLength = numberOf(this.schema, 'maxLength');
    const minLength = numberOf(this.schema, 'minLength');
    if (maxLength !== undefined && value.length > maxLength && charactersWithin(value, run) > maxLength) {
      run.report(result, (path) => [
        `${path} in body should be at most ${maxLength} chars long`,
        fieldError.tooLong(run.fieldPath(path), maxLength),
      ]);
      return;
    }
    if (minLength !== undefined && value.length < 2 * minLength && charactersWithin(value, run) < minLength) {
      this.refuse(value, `should be at least ${minLength} chars long`, run, result);
      return;
    }
    const pattern = textOf(this.schema, 'pattern');
    if (pattern === '') return;
    const compiled = compiledPattern(pattern, (size) => run.spend(size));
    run.spend(patternCost(compiled, value));
    const { fault } = compiled;
    if (fault !== undefined)
      this.refuse(value, `should match '${pattern}, but pattern is invalid: ${fault}'`, run, result);
    else if (!compiled.matches(value)) this.refuse(value, `should match '${pattern}'`, run, result);
  }

  private checkFormat(value: string, format: FormatRule, run: ValidationRun, result: ValidationResult): void {
    run.spend(1 + value.length / CHARACTERS_PER_CHECK);
    if (format.holds(value)) return;
    run.report(result, (path) => {
      const text = `${path} in body must be of type ${format.name}: ${quotedText(value.slice(0, SHOWN))}`;
      return [text, fieldError.typeInvalid(run.fieldPath(path), value, text)];
    });
  }

  private checkNumber(value: number, run: ValidationRun, result: ValidationResult): void {
    const { schema } = this;
    const whole = Number.isInteger(value);
    // The reference compares whole numbers with whole bounds.
    const boundOf = (name: string): number | undefined => {
      const bound = numberOf(schema, name);
      return bound === undefined || !whole ? bound : Math.trunc(bound);
    };
    const factor = boundOf('multipleOf');
    if (factor !== undefined) this.checkMultiple(value, factor, run, result);
    const least = boundOf('minimum');
    if (least !== undefined) {
      const exclusive = isSet(schema, 'exclusiveMinimum');
      if (value < least || (exclusive && value === least))
        this.refuse(
          value,
          `should be greater than ${exclusive ? '' : 'or equal to '}${shownNumber(least)}`,
          run,
          result,
        );
    }
    const most = boundOf('maximum');
    if (most !== undefined) {
      const exclusive = isSet(schema, 'exclusiveMaximum');
      if (value > most || (exclusive && value === most))
        this.refuse(value, `should be less than ${exclusive ? '' : 'or equal to '}${shownNumber(most)}`, run, result);
    }
  }

  private checkMultiple(value: number, factor: number, run: ValidationRun, result: ValidationResult): void {
    if (factor <= 0) {
      run.report(result, (path) => {
        const text = `factor MultipleOf declared for ${path} must be positive: ${shownNumber(factor)}`;
        return [text, fieldError.invalid(run.fieldPath(path), shownValue(factor), text)];
      });
      return;
    }
    const quotient = factor < 1 ? (1 / factor) * value : value / factor;
    if (isNearlyWhole(quotient)) return;
    this.refuse(value, `should be a multiple of ${shownNumber(factor)}`, run, result);
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
        const before = node === undefined ? undefined : oldItem(value[i], old, node, run.items);
        run.enter(i);
        if (before === undefined || itemNode === undefined) items.validate(value[i], run, result, undefined, undefined);
        else run.ratcheted(items, value[i], result, before, itemNode);
        run.leave();
      }
    }
    const minItems = numberOf(schema, 'minItems');
    if (minItems !== undefined && value.length < minItems)
      this.refuse(value.length, `should have at least ${minItems} items`, run, result);
    const maxItems = numberOf(schema, 'maxItems');
    if (maxItems !== undefined && value.length > maxItems)
      run.report(result, (path) => [
        `${path} in body should have at most ${maxItems} items`,
        fieldError.tooMany(run.fieldPath(path), value.length, maxItems),
      ]);
    if (isSet(schema, 'uniqueItems') && new Set(value.map((item) => identityWithin(item, run))).size < value.length)
      this.refuse('', "shouldn't contain duplicates", run, result);
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
        this.refuse(size, `should have at least ${minProperties} properties`, run, result);
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

  private refuse(value: unknown, why: string, run: ValidationRun, result: ValidationResult): void {
    run.report(result, (path) => {
      const text = `${path} in body ${why}`;
      return [text, fieldError.invalid(run.fieldPath(path), shownValue(value), text)];
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
    this.checkAnyOf(typeOf(value), outcome, run, result);
    this.checkOneOf(outcome, run, result);
    this.checkAllOf(outcome, run, result);
    const { negated } = this;
    if (negated !== undefined && outcome(negated).isValid)
      run.reportComposite(result, 'must not validate the schema (not)');
  }

  private checkAnyOf(
    type: JsonType,
    outcome: (rules: ValueRules) => ValidationResult,
    run: ValidationRun,
    result: ValidationResult,
  ): void {
    const alternatives = this.alternatives('anyOf');
    if (alternatives.length === 0) return;
    // HOT PATH (bench: custom-create): of integer or string, the other one is known not to fit.
    const possible = alternatives.find((rules) => !rules.restrictsOnlyType || rules.fitsType(type));
    const first = possible && outcome(possible);
    if (first?.isValid) {
      result.merge(first);
      return;
    }
    let best: ValidationResult | undefined;
    for (const rules of alternatives) {
      const part = rules === possible ? first! : outcome(rules);
      if (part.isValid) {
        result.merge(part);
        return;
      }
      if (best === undefined || part.matches > best.matches) best = part;
    }
    run.reportComposite(result, 'must validate at least one schema (anyOf)');
    result.merge(best!);
  }

  private checkOneOf(
    outcome: (rules: ValueRules) => ValidationResult,
    run: ValidationRun,
    result: ValidationResult,
  ): void {
    const alternatives = this.alternatives('oneOf');
    if (alternatives.length === 0) return;
    let best: ValidationResult | undefined;
    const valid: ValidationResult[] = [];
    for (const rules of alternatives) {
      const part = outcome(rules);
      if (part.isValid) valid.push(part);
      else if (best === undefined || part.matches > best.matches) best = part;
    }
    if (valid.length === 1) {
      result.merge(valid[0]!);
      return;
    }
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    run.reportComposite(result, `must validate one and only one schema (oneOf). ${found}`);
    if (valid.length === 0) result.merge(best!);
  }

  private checkAllOf(
    outcome: (rules: ValueRules) => ValidationResult,
    run: ValidationRun,
    result: ValidationResult,
  ): void {
    const all = this.alternatives('allOf');
    if (all.length === 0) return;
    let valid = 0;
    for (const rules of all) {
      const part = outcome(rules);
      if (part.isValid) valid++;
      result.merge(part);
    }
    if (valid === all.length) return;
    const none = valid === 0 ? '. None validated' : '';
    run.reportComposite(result, `must validate all the schemas (allOf)${none}`);
  }
}

/** Maximum characters of a text in a message. */
const SHOWN = 256;
/** Members that cost as much to look up as one value to check. */
const MEMBERS_PER_CHECK = 10;
/** Characters of JSON that cost as much to make as one value to check. */
const JSON_PER_CHECK = 5;
/** Characters around each supported value in a message. */
const QUOTES = 4;

/** Equal for equal values of an enumeration only. */
function identityOf(value: unknown): unknown {
  if (typeof value === 'string') return `text ${value}`;
  return typeof value === 'object' ? `json ${identityText(value)}` : value;
}

/** As `identityOf`, paid for. */
function identityWithin(value: unknown, run: ValidationRun): unknown {
  if (typeof value === 'string') run.spend(value.length / CHARACTERS_PER_CHECK);
  const identity = identityOf(value);
  if (typeof value === 'object') run.spend((identity as string).length / JSON_PER_CHECK);
  return identity;
}

/** As `characters`, paid for. */
function charactersWithin(text: string, run: ValidationRun): number {
  run.spend(text.length / CHARACTERS_PER_CHECK);
  return characters(text);
}

/** Number of Unicode code points. */
function characters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdbff) count++;
    else if ((text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) count++;
  }
  return count;
}

/** Whether a quotient is whole, but for the error of the division. */
function isNearlyWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const distance = Math.abs(value - Math.trunc(value));
  return distance === 0 || distance < 1e-9 * Math.max(1, Math.abs(value)) || 1 - distance < 1e-9;
}
