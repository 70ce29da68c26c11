import {
  ADMISSION_VARIABLES,
  admissionEvaluationTypes,
  celValues,
  CompileFailure,
  CostExceeded,
  EVALUATION_COST_LIMIT,
  ExpressionLanguage,
  Meter,
  type AdmissionVariable,
  type CompiledExpression,
} from '@orch/expressions';
import type { Pause } from '@orch/http';
import { PendingDecision } from './request-decisions.js';

/** Values of the variables; an absent one is null. */
export type AdmissionValues = Readonly<Partial<Record<AdmissionVariable, unknown>>>;

/** Why there is no result, in words of the reference server. */
export class Failed {
  /** @param kind of the failure, for metrics. */
  constructor(
    readonly message: string,
    readonly kind: 'invalid_error' | 'compile_error' | 'out_of_budget' = 'invalid_error',
  ) {}
}

/** Limits of what several evaluations cost together. */
export interface CostLimits {
  readonly own: number;
  /** Of `own` and authorization checks together: as in kube-apiserver, since checks cost much and take hardly any time. */
  readonly withChecks: number;
}

/** Of all match conditions of a webhook or policy. */
export const CONDITIONS_BUDGET: CostLimits = { own: 1_000_000, withChecks: 2_500_000 };

/** Of all other expressions of one policy for one request and one parameter object. `own` is a tenth of that of kube-apiserver. */
export const POLICY_BUDGET: CostLimits = { own: 1_000_000, withChecks: 10_000_000 };

/** Cost left for several evaluations. One within another, such as that of a variable, is paid by both. */
export class CostBudget {
  private own: number;
  private withChecks: number;
  /** Of the evaluations in progress, the innermost last. */
  private readonly meters: Meter[] = [];

  constructor({ own, withChecks }: CostLimits) {
    this.own = own;
    this.withChecks = withChecks;
  }

  /** Begins an evaluation; undefined: nothing is left. Must be ended by `spend`. */
  meter(): Meter | undefined {
    const outer = this.meters.at(-1);
    const meter = outer ? outer.within() : this.outermost();
    if (meter) this.meters.push(meter);
    return meter;
  }

  private outermost(): Meter | undefined {
    const { own, withChecks } = this;
    if (own <= 0 || withChecks <= 0) return undefined;
    const limit = Math.min(withChecks, EVALUATION_COST_LIMIT);
    return new Meter(Math.min(own, limit), limit);
  }

  /** Ends the innermost evaluation. @throws CostExceeded when the one around it has nothing left. */
  spend(meter: Meter): void {
    this.meters.pop();
    const outer = this.meters.at(-1);
    if (outer) return outer.chargeInner(meter);
    this.withChecks -= meter.spent;
    this.own -= meter.spent - meter.spentOnChecks;
  }
}

const languages = new Map<boolean, ExpressionLanguage>();

/** Stored expressions may use all functions: one that was accepted by a newer release must not fail here. */
function languageOf(patches: boolean): ExpressionLanguage {
  let language = languages.get(patches);
  if (!language)
    languages.set(patches, (language = new ExpressionLanguage({ variables: admissionEvaluationTypes, patches })));
  return language;
}

/** Converts the result of an expression. A `Failed` or a `Fault` that it returns is the outcome. */
export type Convert = (result: unknown, meter: Meter) => unknown;

/** A stored expression of a policy or a webhook, compiled on first use. */
export class AdmissionExpression {
  private compiled: CompiledExpression | CompileFailure | undefined;

  /** @param patches whether it gives a patch, with the types `Object` and `JSONPatch`. */
  constructor(
    readonly text: string,
    private readonly patches = false,
  ) {}

  get isPrepared(): boolean {
    return this.compiled !== undefined;
  }

  /** Compiles it in steps: the longest part of its first evaluation. */
  *prepare(): Generator<undefined, void> {
    const compiled = yield* languageOf(this.patches).compileInSteps(this.text);
    yield;
    if (!(compiled instanceof CompileFailure)) compiled.prepare();
    this.compiled ??= compiled;
  }

  /**
   * The result, or why there is none. Where it needs a decision that another server makes, yields what it waits for and is evaluated again: once
   * for each of the two checks that its cost allows.
   * @param convert default: as it is.
   */
  *evaluate(
    values: AdmissionValues,
    budget: CostBudget,
    convert: Convert = (result) => result,
  ): Generator<Pause, unknown> {
    for (;;) {
      const result = this.attempt(values, budget, convert);
      if (!(result instanceof PendingDecision)) return result;
      yield result.made;
    }
  }

  /** @returns a `PendingDecision` where it needs one: then it has cost nothing. */
  private attempt(values: AdmissionValues, budget: CostBudget, convert: Convert): unknown {
    const meter = budget.meter();
    if (!meter) return new Failed(OUT_OF_BUDGET, 'out_of_budget');
    try {
      const value = this.run(values, meter);
      const result = value instanceof celValues.Fault ? value : convert(value, meter);
      return result instanceof celValues.Fault ? this.failed(result.message) : result;
    } catch (error) {
      if (error instanceof CostExceeded) return this.failed(error.message, 'out_of_budget');
      if (!(error instanceof PendingDecision)) throw error;
      meter.suspend();
      return error;
    } finally {
      budget.spend(meter);
    }
  }

  /** The same within an evaluation, whose meter counts on. @returns a `Fault` for a failure. */
  run(values: AdmissionValues, meter: Meter): unknown {
    this.compiled ??= languageOf(this.patches).compile(this.text);
    if (this.compiled instanceof CompileFailure)
      return new celValues.Fault(`compilation failed: ${this.compiled.text}`);
    return this.compiled.evaluate(
      ADMISSION_VARIABLES.map((name) => values[name] ?? null),
      meter,
    );
  }

  private failed(why: string, kind?: Failed['kind']): Failed {
    const compiles = !(this.compiled instanceof CompileFailure);
    return new Failed(
      `expression '${this.text}' resulted in error: ${why}`,
      kind ?? (compiles ? undefined : 'compile_error'),
    );
  }
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
