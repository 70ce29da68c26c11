import {
  fieldError,
  goPointer,
  goString,
  goStruct,
  goValue,
  type FieldError,
  type FieldPath,
  type GoValue,
} from '@orch/apimachinery';
import { PatternBudget } from '@orch/expressions';
import {
  asSchema,
  extension,
  numberOf,
  schemasIn,
  subschemas,
  textOf,
  type JsonSchema,
} from '../schema/json-schema.js';
import { CostTotal, ruleCostErrors, timesAtMost } from './cost-limits.js';
import { declaredType, isEmbedded, type DeclaredType } from './declared-type.js';
import { escapedName } from './field-names.js';
import { ruleFieldPath } from './rule-field-path.js';
import { mostCost, mostOften, ruleProgramsOf, type RuleProgram } from './rule-program.js';
import { ruleTexts, rulesOf, type ValidationRule } from './rule.js';

/** Characters of the rules and messages of a schema, at most: compiling them takes some 200 ms. */
const MAX_CHARACTERS = 262_144;

export interface RuleCheckOptions {
  /** Prefix of extensions in texts and paths: `x-kubernetes-`. */
  readonly prefix: string;
  /**
   * Minor number of the Kubernetes release whose functions new rules may use. The reference uses the release before its own, so that a
   * definition still works after a rollback. Default: all.
   */
  readonly minor?: number;
  /** Texts of rules and messages of the current definition, which may use all functions. */
  readonly stored?: ReadonlySet<string>;
  /** Whether rules are compiled: the reference does only when the schema has no other errors. Default: true. */
  readonly compiles?: boolean;
}

/**
 * Errors of the validation rules of a schema in a definition: texts, compilation, cost. They follow the errors of `checkSchema`.
 * @param path of the schema: `spec.versions[0].schema.openAPIV3Schema`.
 */
export function checkRules(schema: JsonSchema, path: FieldPath, options: RuleCheckOptions): FieldError[] {
  const walk = new RuleWalk(options);
  walk.schema(schema, path, {
    type: undefined,
    compiles: options.compiles ?? true,
    count: 1,
    uncorrelated: undefined,
    isResource: true,
  });
  return [...walk.textErrors, ...walk.compileErrors, ...walk.costs.errors(path, options.prefix)];
}

/** Where a schema is. */
interface Place {
  /** Type of its values, when a schema above has rules. */
  readonly type: DeclaredType | undefined;
  readonly compiles: boolean;
  /** Most values of the schema in an object; undefined when unlimited. */
  readonly count: number | undefined;
  /** The schema above whose values are not correlated with old ones. */
  readonly uncorrelated: FieldPath | undefined;
  readonly isResource: boolean;
}

class RuleWalk {
  readonly textErrors: FieldError[] = [];
  readonly compileErrors: FieldError[] = [];
  readonly costs = new CostTotal();
  private readonly patterns = new PatternBudget();
  private characters = 0;

  constructor(private readonly options: RuleCheckOptions) {}

  schema(schema: JsonSchema, path: FieldPath, place: Place): void {
    const rules = rulesOf(schema);
    const isResource = place.isResource || isEmbedded(schema);
    const type = place.type ?? (rules.length > 0 && place.compiles ? declaredType(schema, isResource) : undefined);
    const faultsBefore = this.textErrors.length;
    this.below(schema, path, { ...place, type, isResource: false });
    if (rules.length === 0) return;
    const at = path.child(`${this.options.prefix}validations`);
    rules.forEach((rule, index) => this.textErrors.push(...textErrorsOf(rule, at.index(index), schema)));
    if (!place.compiles || this.textErrors.length > faultsBefore || !this.hasRoom(schema, at)) return;
    if (type) this.compiled(schema, type, at, place);
    else this.compileErrors.push(untyped(at, this.options.prefix));
  }

  private below(schema: JsonSchema, path: FieldPath, place: Place): void {
    const { type, count } = place;
    const most = mostElements(schema);
    const inner: Place = {
      ...place,
      count: count === undefined || most === undefined ? undefined : timesAtMost(count, most),
    };
    const values = asSchema(schema['additionalProperties']);
    if (values) this.schema(values, path.child('additionalProperties'), { ...inner, type: type?.element });
    const mapType = extension(schema, 'map-type');
    const isCorrelated = mapType === undefined || mapType === 'granular' || mapType === 'atomic';
    const properties = schemasIn(schema, 'properties');
    for (const name of Object.keys(properties).sort()) {
      const uncorrelated = isCorrelated ? place.uncorrelated : path;
      const fieldType = type?.fields?.get(escapedName(name) ?? '');
      this.schema(properties[name] as JsonSchema, path.child('properties').key(name), {
        ...inner,
        uncorrelated,
        type: fieldType,
      });
    }
    const uncompiled: Place = { ...inner, compiles: false };
    const negated = asSchema(schema['not']);
    if (negated) this.schema(negated, path.child('not'), uncompiled);
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const)
      subschemas(schema, name).forEach((one, index) => this.schema(one, path.child(name).index(index), uncompiled));
    const items = asSchema(schema['items']);
    const uncorrelated = extension(schema, 'list-type') === 'map' ? place.uncorrelated : path;
    if (items) this.schema(items, path.child('items'), { ...inner, uncorrelated, type: type?.element });
  }

  /** Whether the rules of a schema may be compiled; an error of the first one that may not. */
  private hasRoom(schema: JsonSchema, at: FieldPath): boolean {
    const before = this.characters;
    for (const text of ruleTexts(schema)) this.characters += text.length;
    if (this.characters <= MAX_CHARACTERS) return true;
    if (before <= MAX_CHARACTERS)
      this.compileErrors.push(
        fieldError.forbidden(at, `the rules of a schema must not have more than ${MAX_CHARACTERS} characters`),
      );
    return false;
  }

  private compiled(schema: JsonSchema, type: DeclaredType, at: FieldPath, place: Place): void {
    const { minor = Infinity, stored } = this.options;
    const programs = ruleProgramsOf(schema, type, (text) => (stored?.has(text) ? Infinity : minor), this.patterns);
    programs.forEach((program, index) =>
      this.compileErrors.push(...this.programErrors(program, type, at.index(index), place)),
    );
  }

  private programErrors(compiled: RuleProgram, type: DeclaredType, at: FieldPath, place: Place): FieldError[] {
    const { rule, program, problem, message, messageProblem, usesOldSelf } = compiled;
    const path = at.child('rule');
    const cost = timesAtMost(mostCost(program, type), place.count ?? mostOften(type));
    const errors: FieldError[] = [...ruleCostErrors(path, 'estimated rule cost', cost)];
    this.costs.add(path, cost);
    if (problem !== undefined) errors.push(fieldError.invalid(path, shown(rule), problem));
    const messagePath = at.child('messageExpression');
    if (messageProblem !== undefined) errors.push(fieldError.invalid(messagePath, shown(rule), messageProblem));
    else if (message) {
      const messageCost = mostCost(message, type);
      errors.push(...ruleCostErrors(messagePath, 'estimated messageExpression cost', messageCost));
      this.costs.add(messagePath, messageCost);
    }
    if (usesOldSelf && place.uncorrelated) {
      const where = place.uncorrelated.toString();
      errors.push(
        fieldError.invalid(
          path,
          rule.rule,
          `oldSelf cannot be used on the uncorrelatable portion of the schema within ${where}`,
        ),
      );
    }
    if (!usesOldSelf && rule.optionalOldSelf !== undefined)
      errors.push(
        fieldError.invalid(
          at.child('optionalOldSelf'),
          rule.optionalOldSelf,
          'may not be set if oldSelf is not used in rule',
        ),
      );
    return errors;
  }
}

/** Rules of a schema whose values expressions cannot access. */
const untyped = (path: FieldPath, prefix: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field: path.toString(),
  detail: `Internal error: internal error: failed to construct type information for ${prefix}validations rules: unable to convert structural schema to CEL declarations`,
});

/** By which factor a schema multiplies the values of those below it; undefined: without limit. */
function mostElements(schema: JsonSchema): number | undefined {
  const type = textOf(schema, 'type');
  if (type !== 'array' && (type !== 'object' || (schema['additionalProperties'] ?? undefined) === undefined)) return 1;
  const limit = numberOf(schema, type === 'array' ? 'maxItems' : 'maxProperties');
  return limit === undefined ? undefined : Math.max(limit, 0);
}

const goRule = goStruct('apiextensions.ValidationRule', {
  rule: goString,
  message: goString,
  messageExpression: goString,
  reason: goPointer('apiextensions.FieldValueErrorReason', goString),
  fieldPath: goString,
  optionalOldSelf: goPointer('bool', String),
});
const shown = (rule: ValidationRule): GoValue => goValue(goRule, rule);

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const NEWLINE = /[\n\r]/;

/** Errors of the texts of a rule. */
function textErrorsOf(rule: ValidationRule, at: FieldPath, schema: JsonSchema): readonly FieldError[] {
  const { message, messageExpression, reason, fieldPath } = rule;
  const errors: FieldError[] = [];
  const messagePath = at.child('message');
  if (rule.rule.trim() === '') errors.push(fieldError.required(at.child('rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '')
    errors.push(fieldError.invalid(messagePath, message, 'message must be non-empty if specified'));
  else if (NEWLINE.test(message.trim()))
    errors.push(fieldError.invalid(messagePath, message, 'message must not contain line breaks'));
  else if (NEWLINE.test(rule.rule.trim()) && message.trim() === '')
    errors.push(fieldError.required(messagePath, 'message must be specified if rule contains line breaks'));
  if (messageExpression !== '' && messageExpression.trim() === '')
    errors.push(fieldError.required(at.child('messageExpression'), 'messageExpression must be non-empty if specified'));
  if (reason !== undefined && !REASONS.includes(reason))
    errors.push(fieldError.notSupported(at.child('reason'), reason, REASONS));
  if (fieldPath === '') return errors;
  const where = at.child('fieldPath');
  if (fieldPath.trim() === '')
    errors.push(fieldError.invalid(where, fieldPath, 'fieldPath must be non-empty if specified'));
  if (NEWLINE.test(fieldPath))
    errors.push(fieldError.invalid(where, fieldPath, 'fieldPath must not contain line breaks'));
  if (ruleFieldPath(fieldPath, schema) === undefined)
    errors.push(fieldError.invalid(where, fieldPath, 'fieldPath must be a valid path'));
  return errors;
}
