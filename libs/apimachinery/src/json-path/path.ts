/** From one value to any number of values, step by step. */
export type JsonPath = readonly Step[];

export type Step =
  /** Members of these names, in this order. */
  | { readonly names: readonly string[] }
  /** Items of a list at these places, in this order. */
  | { readonly slices: readonly Slice[] }
  /** Every member or item. */
  | { readonly all: true }
  /** The value and everything below it. */
  | { readonly descend: true }
  /** Members or items for which the comparison holds. */
  | { readonly filter: Comparison };

/** From `start` to before `end`; negative numbers count from the end. Absent: from the first, to the last. */
export interface Slice {
  readonly start?: number;
  readonly end?: number;
  /** Step; at least 1. */
  readonly step: number;
}

/** Without an operator: whether the left side exists. */
export interface Comparison {
  readonly left: Operand;
  readonly operator?: '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly right?: Operand;
}

export type Operand = { readonly value: unknown } | { readonly path: JsonPath };
