import { compileExpression, ExpressionError, type ExpressionValues, type Program } from '@orch/expressions';

/** A condition of a webhook: a CEL expression that must be true. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Outcome of all conditions. `failed`: none was false, but this could not be evaluated. */
export type ConditionsOutcome = { readonly matches: boolean } | { readonly failed: string };

const ENVIRONMENT = { variables: { object: 'dyn', oldObject: 'dyn', request: 'dyn' }, results: ['bool'] } as const;

/** The match conditions of one webhook, compiled on first use. */
export class MatchConditions {
  private programs: readonly (Program | ExpressionError)[] | undefined;

  constructor(
    private readonly conditions: readonly MatchCondition[],
    /** Failure policy Ignore: what cannot be evaluated does not match. */
    private readonly ignoresFailures: boolean,
  ) {}

  get isEmpty(): boolean {
    return this.conditions.length === 0;
  }

  /** One false condition decides, whatever the others are. @param values called once, if there are conditions. */
  evaluate(values: () => ExpressionValues): ConditionsOutcome {
    if (this.isEmpty) return { matches: true };
    const given = values();
    const failures: string[] = [];
    for (const program of (this.programs ??= this.conditions.map(({ expression }) => compiled(expression)))) {
      const result = outcomeOf(program, given);
      if (result === false) return { matches: false };
      if (typeof result === 'string') failures.push(result);
    }
    if (failures.length === 0) return { matches: true };
    if (this.ignoresFailures) return { matches: false };
    return { failed: failures.length === 1 ? failures[0]! : `[${failures.join(', ')}]` };
  }
}

function compiled(expression: string): Program | ExpressionError {
  try {
    return compileExpression(expression, ENVIRONMENT);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

/** The reason as text where there is no result. */
function outcomeOf(program: Program | ExpressionError, values: ExpressionValues): boolean | string {
  if (program instanceof ExpressionError) return program.message;
  try {
    const result = program.evaluate(values);
    return typeof result === 'boolean' ? result : `expression '${program.text}' resulted in no bool`;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `expression '${program.text}' resulted in error: ${error.message}`;
  }
}
