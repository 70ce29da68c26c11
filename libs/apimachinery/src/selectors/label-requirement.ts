import { aggregatedText } from '../errors/aggregated-text.js';
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

/** The error of an invalid label key of a selector; undefined when it is valid. */
export function labelKeyFault(key: string): string | undefined {
  const faults = validateLabelKey(key);
  // client-go has no path for the key of a query parameter, and prints Go's nil.
  return faults.length === 0 ? undefined : invalidText('<nil>', key, faults.join('; '));
}

/**
 * Validates and compiles one condition. The key is valid ({@link labelKeyFault}).
 * @returns the error message when it is invalid.
 */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): LabelRequirement | string {
  const distinct = [...new Set(values)].sort();
  const errors = [...operatorFaults(operator, distinct), ...distinct.flatMap((value, i) => valueFaults(key, value, i))];
  if (errors.length > 0) return aggregatedText(errors);
  return { key, operator, values: distinct, holds: testOf(operator, distinct) };
}

function operatorFaults(operator: LabelOperator, values: readonly string[]): string[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [invalidText('values', values, "for 'in', 'notin' operators, values set can't be empty")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [invalidText('values', values, 'values set must be empty for exists and does not exist')];
    case 'Gt':
    case 'Lt':
      return values
        .map((value, i) => ({ value, path: `values[${i}]` }))
        .filter(({ value }) => integerOf(value) === undefined)
        .map(({ value, path }) => invalidText(path, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
  }
}

function valueFaults(key: string, value: string, position: number): string[] {
  const faults = validateLabelValue(value);
  return faults.length === 0 ? [] : [invalidText(`values[${position}][${key}]`, value, faults.join('; '))];
}

const invalidText = (path: string, value: string | readonly string[], why: string): string =>
  `${path}: Invalid value: ${JSON.stringify(value)}: ${why}`;

function testOf(operator: LabelOperator, values: readonly string[]): LabelRequirement['holds'] {
  switch (operator) {
    case 'In':
      return memberTest(values);
    case 'NotIn': {
      const isIn = memberTest(values);
      return (value) => !isIn(value);
    }
    case 'Exists':
      return (value) => value !== undefined;
    case 'DoesNotExist':
      return (value) => value === undefined;
    case 'Gt':
      return isAbove(integerOf(values[0]!)!);
    case 'Lt':
      return isBelow(integerOf(values[0]!)!);
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
