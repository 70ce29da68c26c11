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

/** Values of the variables; an absent one is null. */
export type AdmissionValues = Readonly<Partial<Record<AdmissionVariable, unknown>>>;

/** Why there is no result, in words of the reference server. */
export class Failed {
  constructor(readonly message: string) {}
}

/** Cost of all match conditions of a webhook or policy. */
export const CONDITIONS_BUDGET = 1_000_000;

/** Cost left for several evaluations. */
export class CostBudget {
  private left: number;

  constructor(limit: number) {
    this.left = limit;
  }

  /** For one evaluation; undefined: nothing is left. */
  meter(): Meter | undefined {
    return this.left > 0 ? new Meter(Math.min(this.left, EVALUATION_COST_LIMIT)) : undefined;
  }

  spend(meter: Meter): void {
    this.left -= meter.spent;
  }
}

const languages = new Map<number, ExpressionLanguage>();

function languageOf(minor: number): ExpressionLanguage {
  let language = languages.get(minor);
  if (!language)
    languages.set(minor, (language = new ExpressionLanguage({ variables: admissionEvaluationTypes, minor })));
  return language;
}

/** An expression of a policy or a webhook, compiled on first use. */
export class AdmissionExpression {
  private compiled: CompiledExpression | CompileFailure | undefined;

  /** @param minor release 1.x whose functions it may use. */
  constructor(
    readonly text: string,
    private readonly minor: number,
  ) {}

  /** The result, or why there is none. */
  evaluate(values: AdmissionValues, budget: CostBudget): unknown {
    const meter = budget.meter();
    if (!meter) return new Failed(OUT_OF_BUDGET);
    try {
      const result = this.run(values, meter);
      return result instanceof celValues.Fault ? this.failed(result.message) : result;
    } catch (error) {
      if (error instanceof CostExceeded) return this.failed(error.message);
      throw error;
    } finally {
      budget.spend(meter);
    }
  }

  /** The same within an evaluation, whose meter counts on. @returns a `Fault` for a failure. */
  run(values: AdmissionValues, meter: Meter): unknown {
    this.compiled ??= languageOf(this.minor).compile(this.text);
    if (this.compiled instanceof CompileFailure)
      return new celValues.Fault(`compilation failed: ${this.compiled.text}`);
    return this.compiled.evaluate(
      ADMISSION_VARIABLES.map((name) => values[name] ?? null),
      meter,
    );
  }

  private failed(why: string): Failed {
    return new Failed(`expression '${this.text}' resulted in error: ${why}`);
  }
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
