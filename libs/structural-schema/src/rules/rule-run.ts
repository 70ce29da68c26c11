import {
  CostExceeded,
  EVALUATION_COST_LIMIT,
  Meter,
  celValues,
  type CelValue,
  type CompiledExpression,
} from '@orch/expressions';
import { fieldError, FieldPath, isPlainObject, type FieldError } from '@orch/apimachinery';
import { extension } from '../schema/json-schema.js';
import type { StructuralNode } from '../schema/structural-node.js';
import { StoredParts, type KeyedList } from '../values/stored-parts.js';
import { BoundedErrors } from '../values/bounded-errors.js';
import type { RuleNode } from './rule-node.js';
import type { RuleProgram } from './rule-program.js';
import { failureText, shownRule, type ValidationRule } from './rule.js';
import { RuleValues } from './rule-values.js';

const { Fault, Optional } = celValues;

/** A value and the old one that it belongs to. */
interface Correlated {
  readonly value: unknown;
  readonly old: unknown;
  readonly node: StructuralNode;
}

/** Correlation of a value; without one, that of the nearest value around it counts. */
interface Correlation {
  readonly current: Correlated | undefined;
  readonly around: Correlated | undefined;
}

/** Keys of items that are compared without a cost. */
const FREE_KEYS = 8;
/** Longest message of an expression. Unit: bytes. */
const MAX_MESSAGE_BYTES = 5 * 1_024;
/** Cost after which others may run: a few milliseconds. */
const SLICE_COST = 20_000;
/** Cost of an evaluation in addition to that of its operations: a constant has none. */
const EVALUATION_COST = 1;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Evaluates the rules for one object within a budget, in steps: one evaluation is not interrupted. */
export class RuleRun {
  private readonly errors = new BoundedErrors();
  private readonly warnings = new BoundedErrors();
  private readonly stored = new StoredParts();
  private readonly converted = new RuleValues();

  /** Budget at which others may run. */
  private pauseAt: number;

  /** Cost of the evaluations, also of one that was more than the budget. */
  private spent = 0;

  get cost(): number {
    return this.spent;
  }

  constructor(private budget: number) {
    this.pauseAt = budget - SLICE_COST;
  }

  get result(): { readonly errors: readonly FieldError[]; readonly warnings: readonly FieldError[] } {
    return { errors: this.errors.errors, warnings: this.warnings.errors };
  }

  validate(
    node: RuleNode,
    path: FieldPath | undefined,
    value: unknown,
    old: unknown,
    correlated: Correlated | undefined,
  ): Generator<undefined, void> {
    return this.node(node, path ?? FieldPath.root, value, old, { current: correlated, around: undefined });
  }

  private get isOver(): boolean {
    return this.budget < 0 || this.errors.isFull;
  }

  private *node(
    node: RuleNode,
    path: FieldPath,
    value: unknown,
    old: unknown,
    correlation: Correlation,
  ): Generator<undefined, void> {
    if (value === null || value === undefined || this.isOver) return;
    if (node.hasOwnRules) yield* this.rules(node, path, value, old ?? undefined, correlation);
    if (Array.isArray(value)) yield* this.items(node, path, value, Array.isArray(old) ? old : undefined, correlation);
    else if (isPlainObject(value))
      yield* this.members(node, path, value, isPlainObject(old) ? old : undefined, correlation);
  }

  private *members(
    node: RuleNode,
    path: FieldPath,
    value: Readonly<Record<string, unknown>>,
    old: Readonly<Record<string, unknown>> | undefined,
    correlation: Correlation,
  ): Generator<undefined, void> {
    const { values } = node;
    for (const name of Object.keys(value)) {
      if (this.isOver) return;
      const oldMember = old && Object.hasOwn(old, name) ? old[name] : undefined;
      const below = values ?? node.property(name);
      if (below)
        yield* this.node(
          below,
          values ? path.key(name) : path.child(name),
          value[name],
          oldMember,
          this.member(correlation, name),
        );
    }
  }

  private *items(
    node: RuleNode,
    path: FieldPath,
    value: readonly unknown[],
    old: readonly unknown[] | undefined,
    correlation: Correlation,
  ): Generator<undefined, void> {
    const { items } = node;
    if (!items) return;
    for (const [index, item] of value.entries()) {
      if (this.isOver) return;
      const before = node.isMapList && old ? this.itemBefore(node, item, old) : undefined;
      yield* this.node(items, path.index(index), item, before, this.item(correlation, item));
    }
  }

  /** The old item with the same keys. */
  private itemBefore(node: RuleNode, item: unknown, old: readonly unknown[]): unknown {
    const structure = keyed(node);
    this.budget -= Math.max(structure.listMapKeys.length - FREE_KEYS, 0);
    return this.stored.oldItem(item, old, structure);
  }

  private member({ current }: Correlation, name: string): Correlation {
    if (!current) return { current: undefined, around: undefined };
    const { value, old, node } = current;
    const below = node.member(name);
    if (!below || !isPlainObject(value) || !isPlainObject(old) || !Object.hasOwn(old, name))
      return { current: undefined, around: current };
    return { current: { value: value[name], old: old[name], node: below }, around: current };
  }

  private item({ current, around }: Correlation, item: unknown): Correlation {
    if (!current) return { current, around };
    const { items } = current.node;
    const before = items && this.stored.oldItem(item, current.old, current.node);
    return {
      current: before === undefined || !items ? undefined : { value: item, old: before, node: items },
      around: current,
    };
  }

  private isRatcheted({ current, around }: Correlation): boolean {
    const compared = current ?? around;
    return compared !== undefined && this.stored.isUnchanged(compared.value, compared.old, compared.node);
  }

  private *rules(
    node: RuleNode,
    path: FieldPath,
    value: unknown,
    old: unknown,
    correlation: Correlation,
  ): Generator<undefined, void> {
    const { schema, isResource, type } = node;
    const programs = node.compiledPrograms ?? (yield* node.compileInSteps());
    const invalid = (detail: string): void => this.add(this.errors, fieldError.invalid(path, type, detail));
    if (this.budget <= 0) {
      invalid(OUT_OF_BUDGET);
      this.budget = -1;
      return;
    }
    const self = this.converted.of(value, schema, isResource);
    const usesOld = old !== undefined && programs.some(({ usesOldSelf }) => usesOldSelf);
    const oldSelf = usesOld ? this.converted.of(old, schema, isResource) : undefined;
    for (const compiled of programs) {
      const { rule, program, problem, usesOldSelf } = compiled;
      if (problem !== undefined) invalid(`rule compile error: ${problem}`);
      if (!program || (usesOldSelf && old === undefined && !rule.optionalOldSelf)) continue;
      const values = [self, rule.optionalOldSelf ? Optional.of(oldSelf) : oldSelf];
      const outcome = this.evaluate(program, values);
      if (outcome instanceof OverBudget) {
        invalid(
          outcome.isLimit
            ? `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${shownRule(rule)}`
            : OUT_OF_BUDGET,
        );
        this.budget = -1;
        return;
      }
      if (outcome instanceof Fault) invalid(faultText(outcome.message, rule));
      else if (outcome !== true) this.failed(compiled, path, type, values, correlation);
      if (this.isOver) return;
      if (this.budget <= this.pauseAt) {
        yield;
        this.pauseAt = this.budget - SLICE_COST;
      }
    }
  }

  private add(into: BoundedErrors, error: FieldError, textLength = 0): void {
    into.add(named(error), error.field.length + textLength);
  }

  /** Evaluates and reduces the budget. */
  private evaluate(program: CompiledExpression, values: readonly CelValue[] | readonly unknown[]): unknown {
    const meter = new Meter(EVALUATION_COST_LIMIT);
    let outcome: unknown;
    let isLimit = false;
    try {
      outcome = program.evaluate(values, meter);
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error;
      isLimit = true;
    }
    const spent = EVALUATION_COST + meter.spent;
    this.spent += spent;
    if (spent > this.budget) return new OverBudget(false);
    this.budget -= spent;
    return isLimit ? new OverBudget(true) : outcome;
  }

  private failed(
    compiled: RuleProgram,
    path: FieldPath,
    type: string,
    values: readonly unknown[],
    correlation: Correlation,
  ): void {
    const { rule, message, fieldPath, usesOldSelf } = compiled;
    const where = fieldPath === undefined ? path : path.child(fieldPath);
    const into = !usesOldSelf && this.isRatcheted(correlation) ? this.warnings : this.errors;
    const text = message ? this.message(message, rule, values) : failureText(rule);
    if (text instanceof OverBudget) {
      this.add(into, fieldError.invalid(where, type, text.text));
      this.budget = -1;
      return;
    }
    this.add(into, errorFor(rule.reason, where, type, text), text.length);
  }

  /** Text of a message expression; that of the rule when it fails. */
  private message(program: CompiledExpression, rule: ValidationRule, values: readonly unknown[]): string | OverBudget {
    const outcome = this.evaluate(program, values);
    if (outcome instanceof OverBudget) {
      const text = outcome.isLimit
        ? `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(rule.messageExpression)}`
        : 'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';
      return new OverBudget(outcome.isLimit, text);
    }
    if (typeof outcome !== 'string') return failureText(rule);
    const text = outcome.trim();
    return text === '' || text.includes('\n') || Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? failureText(rule) : text;
  }
}

/** An evaluation that cost more than its own limit, or than the rest of the budget. */
class OverBudget {
  constructor(
    readonly isLimit: boolean,
    readonly text = '',
  ) {}
}

/** The path of the object itself is printed as Go prints a missing path. */
const named = (error: FieldError): FieldError => (error.field === '' ? { ...error, field: '<nil>' } : error);

function faultText(problem: string, rule: ValidationRule): string {
  return problem.startsWith('no such overload')
    ? `'${problem}': call arguments did not match a supported operator, function or macro signature for rule: ${shownRule(rule)}`
    : `${problem} evaluating rule: ${shownRule(rule)}`;
}

function errorFor(reason: string | undefined, path: FieldPath, type: string, text: string): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return fieldError.forbidden(path, text);
    case 'FieldValueRequired':
      return fieldError.required(path, text);
    case 'FieldValueDuplicate':
      return fieldError.duplicate(path, type);
    default:
      return fieldError.invalid(path, type, text);
  }
}

/** What correlating the items of a list needs of its structure. */
const keyed = ({ schema }: RuleNode): KeyedList => ({
  listType: 'map',
  listMapKeys: extension(schema, 'list-map-keys') as readonly string[],
});
