/** Values of the variables, converted by `expressionValue`. */
export type ExpressionValues = Readonly<Record<string, unknown>>;

/** Parts of a program. */
export interface ProgramParts {
  readonly evaluate: (values: ExpressionValues) => unknown;
  readonly names: (variable: string, field: string) => boolean;
}

/**
 * A compiled expression of a configuration file. Programs with equal texts are equal to `isDeepStrictEqual`: the other members are private,
 * and depend only on the text.
 */
export class Program {
  readonly #parts: ProgramParts;

  constructor(
    /** Source text. */
    readonly text: string,
    parts: ProgramParts,
  ) {
    this.#parts = parts;
  }

  /** Whether the expression refers to a field of a variable: `claims.email`, `claims['email']`, `has(claims.email)`. */
  names(variable: string, field: string): boolean {
    return this.#parts.names(variable, field);
  }

  /**
   * Returns strings, `bigint`, numbers, booleans, null, lists of these, `Map`s. The caller must check the type of the result.
   * @throws ExpressionError when the evaluation fails or exceeds the cost limit.
   */
  evaluate(values: ExpressionValues): unknown {
    return this.#parts.evaluate(values);
  }
}
