import {
  ApiError,
  FieldPath,
  fieldError,
  type CompiledSchema,
  type FieldError,
  type PlainObject,
} from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { CheckBudget } from './check-budget.js';
import { compileCustomSchema, type CustomSchema } from '../values/custom-schema.js';
import type { ConversionDocument, FieldRule, VersionPair } from './conversion-document.js';
import { ConversionFault } from './conversion-fault.js';
import { compiledExpressions, ConversionStep, inDirection, type RuleDirection } from './conversion-step.js';
import { movedPath, valuesAt } from './field-moves.js';
import { roundTripLosses, type RoundTripLoss } from './round-trip.js';
import { sampleObjects } from './sample-objects.js';
import { beginsWith, EACH, pathText, schemaAt, type Step, type VersionPath } from './version-path.js';
import { versionRoutes } from './version-routes.js';

/** The versions of a definition. */
export interface CheckedVersions {
  readonly group: string;
  readonly kind: string;
  /** Schemas by name of version. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The schema of ObjectMeta. */
  readonly metadata: CompiledSchema;
}

/** Values of all samples of a check. */
const SAMPLE_VALUES = 8_000;
/** Instructions of patterns that samples are made for: some 10 ms. */
const PATTERN_SIZE = 30_000;
const MAX_ERRORS = 20;

/**
 * Errors of a document for the versions of a definition: unknown versions and fields, versions without rules, expressions that do not compile, and
 * values of sample objects that do not survive the way to the other version and back.
 * @param at path of errors.
 */
export function checkConversion(document: ConversionDocument, versions: CheckedVersions, at: FieldPath): FieldError[] {
  const errors = [...pairErrors(document, versions, at)];
  if (errors.length > 0) return errors;
  const { schemas } = versions;
  const compiled = document.conversions.map((pair) => ({
    forward: compiledExpressions(pair, true, schemas.get(pair.from)),
    back: compiledExpressions(pair, false, schemas.get(pair.to)),
  }));
  document.conversions.forEach((pair, index) => {
    errors.push(...fieldErrors(pair, compiled[index]!, schemas, at.child('conversions').index(index)));
  });
  if (errors.length > 0) return errors.slice(0, MAX_ERRORS);
  const limits: Limits = {
    budget: new CheckBudget(),
    patterns: { left: PATTERN_SIZE },
    values: Math.ceil(SAMPLE_VALUES / (2 * document.conversions.length)),
    versionOf: checkedVersions(versions),
  };
  document.conversions.forEach((pair, index) => {
    const check = new PairCheck(pair, compiled[index]!, versions, at.child('conversions').index(index), limits);
    errors.push(...check.errors());
  });
  return errors.slice(0, MAX_ERRORS);
}

/** All versions are connected, each two in one way. */
function* pairErrors(document: ConversionDocument, { schemas }: CheckedVersions, at: FieldPath): Generator<FieldError> {
  const before: VersionPair[] = [];
  for (const [index, pair] of document.conversions.entries()) {
    const here = at.child('conversions').index(index);
    for (const end of ['from', 'to'] as const) {
      if (!schemas.has(pair[end])) yield fieldError.notSupported(here.child(end), pair[end], [...schemas.keys()]);
    }
    if (versionRoutes({ conversions: before })(pair.from, pair.to))
      yield fieldError.invalid(
        here.child('to'),
        pair.to,
        `there are rules between ${pair.from} and ${pair.to} already`,
      );
    before.push(pair);
  }
  const [first = '', ...others] = schemas.keys();
  const routes = versionRoutes(document);
  for (const version of others) {
    if (!routes(first, version))
      yield fieldError.required(
        at.child('conversions'),
        `no rules lead from ${first} to ${version}: add an entry for it, with no fields where only apiVersion differs`,
      );
  }
}

/** Fields exist, have one rule each, and expressions compile. */
function fieldErrors(
  pair: VersionPair,
  expressions: PairExpressions,
  schemas: CheckedVersions['schemas'],
  at: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const isForward of [true, false]) {
    const [end, version] = isForward ? (['from', pair.from] as const) : (['to', pair.to] as const);
    const schema = schemas.get(version)!;
    const seen = new Set<string>();
    pair.fields.forEach((rule, index) => {
      const here = at.child('fields').index(index);
      const path = rule[end];
      if (path) errors.push(...placeErrors(path, version, schema, seen, here.child(end)));
      const direction = inDirection(rule, isForward);
      const expression = expressions[isForward ? 'forward' : 'back'][index];
      if (typeof expression === 'string')
        errors.push(
          fieldError.invalid(
            here.child(direction.expressionField),
            direction.expression,
            `does not compile: ${expression}`,
          ),
        );
    });
  }
  pair.fields.forEach((rule, index) => errors.push(...listErrors(pair, rule, at.child('fields').index(index))));
  return errors;
}

function placeErrors(
  { text, steps }: VersionPath,
  version: string,
  schema: JsonSchema,
  seen: Set<string>,
  at: FieldPath,
): readonly FieldError[] {
  if (schemaAt(schema, steps) === false)
    return [fieldError.invalid(at, text, `is not a field of the schema of ${version}`)];
  if (seen.has(text)) return [fieldError.duplicate(at, text)];
  seen.add(text);
  return [];
}

/** Items correspond by position or key, so their list must be in both versions, moved as it is. */
function listErrors(pair: VersionPair, { from, to }: FieldRule, at: FieldPath): readonly FieldError[] {
  if (!from || !to) return [];
  const [sources, targets] = [listsOf(from), listsOf(to)];
  if (sources.length !== targets.length)
    return [
      fieldError.invalid(
        at.child('to'),
        to.text,
        `must have as many [*] as ${from.text}: use expressions to change the lists`,
      ),
    ];
  const moves = pair.fields
    .filter((rule) => rule.from && rule.to && rule.convert === undefined)
    .map((rule) => ({ source: rule.from!.steps, target: rule.to!.steps }));
  return sources.flatMap((source, index) => {
    const [moved, target] = [pathText(movedPath(source, moves)), pathText(targets[index]!)];
    if (moved === target) return [];
    const why = `the items of ${pathText(source)} of ${pair.from} are those of ${moved} of ${pair.to}: add a rule that moves the list`;
    return [fieldError.invalid(at.child('to'), to.text, why)];
  });
}

/** Paths of the lists and maps that a path goes through. */
const listsOf = ({ steps }: VersionPath): readonly (readonly Step[])[] =>
  steps.flatMap((step, at) => (step === EACH ? [steps.slice(0, at)] : []));

/** Converts samples of both versions of a pair to the other one and back. */
class PairCheck {
  private readonly found = new Map<string, FieldError>();
  private readonly steps: readonly [forward: ConversionStep, back: ConversionStep];

  constructor(
    private readonly pair: VersionPair,
    expressions: PairExpressions,
    private readonly versions: CheckedVersions,
    private readonly at: FieldPath,
    private readonly limits: Limits,
  ) {
    const { forward, back } = expressions;
    this.steps = [new ConversionStep(pair, true, forward), new ConversionStep(pair, false, back)];
  }

  errors(): readonly FieldError[] {
    for (const isForward of [true, false]) this.direction(isForward);
    return [...this.found.values()];
  }

  private direction(isForward: boolean): void {
    const { pair, versions } = this;
    const [from, to] = isForward ? [pair.from, pair.to] : [pair.to, pair.from];
    const [schema, other] = [this.limits.versionOf(from), this.limits.versionOf(to)];
    const [there, back] = isForward ? this.steps : ([this.steps[1], this.steps[0]] as const);
    const rules = pair.fields.map((rule) => inDirection(rule, isForward));
    const trip: RoundTrip = { from, to, schema, other, there, back, rules, isForward };
    const judged = new Set<number>();
    const unjudged = new Map<number, string>();
    const samples = sampleObjects(schema.json, {
      apiVersion: `${versions.group}/${from}`,
      kind: versions.kind,
      isConcerned: (path) =>
        rules.some(({ source }) => source && (beginsWith(path, source.steps) || beginsWith(source.steps, path))),
      budget: this.limits.values,
      patterns: this.limits.patterns,
    });
    for (const sample of samples) {
      if (this.limits.budget.isOver || this.found.size >= MAX_ERRORS) break;
      this.sample(sample, trip, judged, unjudged);
    }
    for (const [index, why] of unjudged) {
      const { source, expressionField } = rules[index]!;
      if (judged.has(index)) continue;
      const where = source?.text ?? 'the object';
      this.add(
        this.ruleAt(index).child(expressionField),
        `cannot be checked, as no value made for ${where} of ${from} fits its schema (${why}): set example or default in the schema`,
      );
    }
  }

  private sample(sample: PlainObject, trip: RoundTrip, judged: Set<number>, unjudged: Map<number, string>): void {
    const { from, schema, other, there, back, isForward } = trip;
    const applied = new Set<number>();
    const { budget } = this.limits;
    const [meter, work] = [budget.meter(), budget.work()];
    let object = sample;
    const isFit = once(() => budget.fits(object, schema.json));
    const problems: Problem[] = [];
    let step = there;
    try {
      object = schema.compiled.applyDefaults(sample);
      const shown = other.compiled.stored(step.convert(object, meter, work, applied));
      problems.push(...this.refusedValues(shown, trip));
      step = back;
      const returned = schema.compiled.stored(step.convert(other.compiled.applyDefaults(shown), meter, work, applied));
      problems.push(...this.losses(object, returned, trip));
    } catch (error) {
      // A converted sample may break limits of objects, such as the length of all defaults.
      if (error instanceof ApiError) return;
      if (!(error instanceof ConversionFault)) throw error;
      // The rest of the budget says nothing about this object.
      if (error.isCost && budget.isShort) return;
      const at = this.faultAt(error.rule, (step === there) === isForward);
      problems.push({ rule: error.rule, at, why: `fails for an object of ${from}: ${error.message}` });
    } finally {
      budget.spend(meter, work);
    }
    if (problems.length === 0) for (const index of applied) judged.add(index);
    for (const { rule, at, why } of problems) {
      // Fields that are only moved do so whatever their values.
      if (rule === undefined || !makesValues(this.pair.fields[rule]!) || isFit()) this.add(at, why);
      else unjudged.set(rule, why);
    }
  }

  /** Values that expressions, mappings and defaults gave and the other version does not take. */
  private refusedValues(shown: PlainObject, { rules, to, other, isForward }: RoundTrip): readonly Problem[] {
    return rules.flatMap(({ target, expression, expressionField }, rule) => {
      const { values, default: filled } = this.pair.fields[rule]!;
      const schema = target && schemaAt(other.json, target.steps);
      if (!schema || (expression === undefined && !values && filled === undefined)) return [];
      const name = expression !== undefined ? expressionField : values ? 'values' : 'default';
      // A default is of one direction.
      if (name === 'default' && !isForward && this.pair.fields[rule]!.to) return [];
      const [error] = valuesAt(shown, target.steps).flatMap(
        (value) => this.limits.budget.valueErrors(value, schema) ?? [],
      );
      if (!error) return [];
      const why = `gives a value that ${to} refuses: ${target.text}: ${error.detail}`;
      return [{ rule, at: this.ruleAt(rule).child(name), why }];
    });
  }

  private losses(
    before: PlainObject,
    after: PlainObject,
    { from, to, rules, isForward }: RoundTrip,
  ): readonly Problem[] {
    const sources = rules.flatMap(({ source }) => (source ? [source.steps] : []));
    const given = rules.filter(({ source, target }, index) => {
      const { convert, revert } = this.pair.fields[index]!;
      return source && !target && (isForward ? revert : convert) === undefined;
    });
    const lost = roundTripLosses(
      before,
      after,
      (path) => given.some(({ source }) => beginsWith(path, source!.steps)),
      (path) => sources.some((steps) => steps.length > path.length && beginsWith(steps, path)),
    );
    return lost.map((loss) => {
      const rule = rules.findIndex(({ source }) => source && beginsWith(loss.path, source.steps));
      const at = rule < 0 ? this.at.child('fields') : this.ruleAt(rule);
      const isMade = rule >= 0 && makesValues(this.pair.fields[rule]!);
      return { rule: rule < 0 ? undefined : rule, at, why: lossText(loss, from, to, isMade) };
    });
  }

  /** The field of a rule that sets a value, in one direction. */
  private faultAt(index: number, isForward: boolean): FieldPath {
    const { convert, revert } = this.pair.fields[index]!;
    const [expression, place] = isForward ? [convert, 'to'] : [revert, 'from'];
    return this.ruleAt(index).child(expression === undefined ? place : isForward ? 'convert' : 'revert');
  }

  private ruleAt(index: number): FieldPath {
    return this.at.child('fields').index(index);
  }

  /** Of samples with the same problem, the first one is named. */
  private add(at: FieldPath, why: string): void {
    const key = `${at.toString()} ${why.replace(/".*|: it was .*/s, '')}`;
    if (!this.found.has(key)) this.found.set(key, fieldError.invalidUnseen(at, why));
  }
}

interface CheckedVersion {
  readonly json: JsonSchema;
  readonly compiled: CustomSchema;
}

interface RoundTrip {
  readonly from: string;
  readonly to: string;
  readonly schema: CheckedVersion;
  readonly other: CheckedVersion;
  readonly there: ConversionStep;
  readonly back: ConversionStep;
  readonly rules: readonly RuleDirection[];
  readonly isForward: boolean;
}

interface Problem {
  /** Position of the rule that it is about, if it is about one. */
  readonly rule: number | undefined;
  readonly at: FieldPath;
  readonly why: string;
}

type Expressions = ReturnType<typeof compiledExpressions>;

/** Compiled expressions of a pair in both directions. */
interface PairExpressions {
  readonly forward: Expressions;
  readonly back: Expressions;
}

/** What a check may cost. */
interface Limits {
  readonly budget: CheckBudget;
  readonly patterns: { left: number };
  /** Values of the samples of one version of a pair. */
  readonly values: number;
  readonly versionOf: (name: string) => CheckedVersion;
}

/** The versions, each compiled once. */
function checkedVersions({ schemas, metadata, group, kind }: CheckedVersions): (name: string) => CheckedVersion {
  const known = new Map<string, CheckedVersion>();
  return (name) => {
    let version = known.get(name);
    if (!version) {
      const json = schemas.get(name)!;
      version = { json, compiled: compileCustomSchema(json, { kind: { group, version: name, kind }, metadata }) };
      known.set(name, version);
    }
    return version;
  };
}

/** Whether the values of a field depend on more than where it is. */
const makesValues = ({ convert, revert, values, default: filled }: FieldRule): boolean =>
  convert !== undefined || revert !== undefined || values !== undefined || filled !== undefined;

function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

const SHOWN = 64;
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
};

function lossText({ path, before, after }: RoundTripLoss, from: string, to: string, isMade: boolean): string {
  const what = `${pathText(path)} of ${from} does not survive the way to ${to} and back: it was ${shown(before)} and is ${shown(after)}`;
  if (isMade) return `${what}; make both directions the inverse of each other`;
  const name = path.length > 0 ? pathText(path) : '';
  return `${what}; ${to} has no such field: add a rule for ${name}, one with only this path if it may be lost`;
}
