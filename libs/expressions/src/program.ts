/** What an expression is evaluated on: a value for each variable, as `expressionValue` makes them. */
export type ExpressionValues = Readonly<Record<string, unknown>>;

/** How a program works. */
export interface ProgramParts {
  readonly evaluate: (values: ExpressionValues) => unknown;
  /** Fields of variables that are named in it, as `variable.field`. */
  readonly fields: ReadonlySet<string>;
}

/**
 * An expression that was compiled. Two of one text are equal to `isDeepStrictEqual`: how they work is private, and follows from
 * the text.
 */
export class Program {
  readonly #parts: ProgramParts;

  constructor(
    /** As it was written. */
    readonly text: string,
    parts: ProgramParts,
  ) {
    this.#parts = parts;
  }

  /** Whether it names a field of a variable: `claims.email`, `claims['email']`, `has(claims.email)`. */
  names(variable: string, field: string): boolean {
    return this.#parts.fields.has(`${variable}.${field}`);
  }

  /**
   * The result: texts, `bigint`, numbers, booleans, null, lists of such, `Map`s. Whoever asks looks whether it is of the type that is needed.
   * @throws ExpressionError when it cannot be evaluated on these, or costs too much.
   */
  evaluate(values: ExpressionValues): unknown {
    return this.#parts.evaluate(values);
  }
}
