import { ApiError, type FieldError, type PlainObject } from '@orch/apimachinery';
import { Meter } from '@orch/expressions';
import type { JsonSchema } from '../schema/json-schema.js';
import { compileRules } from '../rules/compile-rules.js';
import { ValidationRun } from '../values/validation-run.js';
import { ValueRules } from '../values/value-rules.js';
import { CONVERSION_VISITS, ConversionWork } from './conversion-work.js';
import { CONVERSION_COST_LIMIT } from './declared-conversion.js';

/** Cost of all expressions in a check: some 40 ms at the very most. */
const CONVERSION_COST = 2 * CONVERSION_COST_LIMIT;
/** Less is not enough to judge a sample. */
const LEAST_COST = 2_000;
/** Checks of values: some 10 ms. */
const VALUE_CHECKS = 25_000;
/** Samples whose validation rules are evaluated, and what they may cost for each: some 10 ms together. */
const RULE_RUNS = 8;
const RULE_COST = 5_000;

/** What the check of one document may cost. When a part is used up, further samples are not judged. */
export class CheckBudget {
  private cost = CONVERSION_COST;
  private checks = VALUE_CHECKS;
  private ruleRuns = RULE_RUNS;
  private visits = 2 * CONVERSION_VISITS;

  get isOver(): boolean {
    return this.cost < LEAST_COST || this.checks <= 0 || this.ruleRuns <= 0 || this.visits <= 0;
  }

  /** Whether a conversion has less than objects have later. */
  get isShort(): boolean {
    return this.cost < CONVERSION_COST_LIMIT || this.visits < CONVERSION_VISITS;
  }

  /** The cost of the conversion of one sample, there and back. */
  meter(): Meter {
    return new Meter(Math.min(this.cost, CONVERSION_COST_LIMIT));
  }

  /** The same of its items and fields. */
  work(): ConversionWork {
    return new ConversionWork(Math.min(this.visits, CONVERSION_VISITS));
  }

  spend(meter: Meter, work: ConversionWork): void {
    this.cost -= meter.spent;
    this.visits -= work.spent;
  }

  /** Errors of a value; undefined when they are not known. */
  valueErrors(value: unknown, schema: JsonSchema): readonly FieldError[] | undefined {
    const run = new ValidationRun('', this.checks);
    try {
      new ValueRules(schema).validate(value, run, run.result, undefined, undefined);
      return run.errors;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    } finally {
      this.checks -= run.spent;
    }
  }

  /** Whether a sample is an object that its version takes: others say nothing about expressions. */
  fits(object: PlainObject, schema: JsonSchema): boolean {
    if (this.valueErrors(object, schema)?.length !== 0) return false;
    const rules = compileRules(schema, { budget: RULE_COST });
    if (!rules.hasRules) return true;
    this.ruleRuns--;
    return rules.validate(object).errors.length === 0;
  }
}
