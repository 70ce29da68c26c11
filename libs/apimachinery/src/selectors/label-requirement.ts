import { validateLabelKey, validateLabelValue } from '../names/qualified-name.js';

/** `=` and `==` are `In` one value, `!=` is `NotIn` one value. */
export type LabelOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

/** One condition on one label. All conditions of a selector must hold. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, without duplicates: at least one for `In` and `NotIn`, exactly one for `Gt` and `Lt`, else none. */
  readonly values: readonly string[];
  /** `value` is the label's value, undefined when the object has no such label. */
  readonly holds: (value: string | undefined) => boolean;
}

const LARGEST_INTEGER = 2n ** 63n - 1n;

/**
 * Validates and compiles one condition.
 * @returns the error message when it is invalid.
 */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): LabelRequirement | string {
  const keyFaults = validateLabelKey(key);
  if (keyFaults.length > 0) return `invalid label key ${JSON.stringify(key)}: ${keyFaults.join('; ')}`;
  for (const value of values) {
    const faults = validateLabelValue(value);
    if (faults.length > 0) return `invalid label value ${JSON.stringify(value)}: ${faults.join('; ')}`;
  }
  const distinct = [...new Set(values)].sort();
  const make = (holds: LabelRequirement['holds']): LabelRequirement => ({ key, operator, values: distinct, holds });
  switch (operator) {
    case 'In':
    case 'NotIn': {
      if (distinct.length === 0) return `the set of values for ${JSON.stringify(key)} must not be empty`;
      const isIn = memberTest(distinct);
      return make(operator === 'In' ? isIn : (value) => !isIn(value));
    }
    case 'Exists':
    case 'DoesNotExist':
      if (distinct.length > 0) return `${operator} takes no values`;
      return make(operator === 'Exists' ? (value) => value !== undefined : (value) => value === undefined);
    case 'Gt':
    case 'Lt': {
      const bound = values.length === 1 ? integerOf(values[0]!) : undefined;
      if (bound === undefined) return `${JSON.stringify(key)} can only be compared with one whole number`;
      return make(operator === 'Gt' ? isAbove(bound) : isBelow(bound));
    }
  }
}

/** A single value is by far the most common case: it needs no set. */
function memberTest(values: readonly string[]): (value: string | undefined) => boolean {
  const only = values[0];
  if (values.length === 1) return (value) => value === only;
  const set: ReadonlySet<string | undefined> = new Set(values);
  return (value) => set.has(value);
}

const isAbove = (bound: bigint) => (value: string | undefined) => {
  const number = value === undefined ? undefined : integerOf(value);
  return number !== undefined && number > bound;
};

const isBelow = (bound: bigint) => (value: string | undefined) => {
  const number = value === undefined ? undefined : integerOf(value);
  return number !== undefined && number < bound;
};

/** Label values cannot begin with a sign, so integers are digits only; client-go parses at most 64 bits. */
function integerOf(text: string): bigint | undefined {
  if (text === '' || text.length > 63) return undefined;
  for (let i = 0; i < text.length; i++) if (text[i]! < '0' || text[i]! > '9') return undefined;
  const value = BigInt(text);
  return value <= LARGEST_INTEGER ? value : undefined;
}
