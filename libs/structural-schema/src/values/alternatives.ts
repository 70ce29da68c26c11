import type { ValidationResult, ValidationRun } from './validation-run.js';

/**
 * At least one alternative holds, else the errors of the one with most matches are reported.
 * @param isPossible whether one may hold, by the type of the value.
 */
export function checkAnyOf<R>(
  alternatives: readonly R[],
  isPossible: (rules: R) => boolean,
  outcome: (rules: R) => ValidationResult,
  run: ValidationRun,
  result: ValidationResult,
): void {
  if (alternatives.length === 0) return;
  // HOT PATH (bench: custom-create): of integer or string, the other one is known not to fit.
  const possible = alternatives.find(isPossible);
  const first = possible && outcome(possible);
  if (first?.isValid) {
    result.merge(first);
    return;
  }
  let best: ValidationResult | undefined;
  for (const rules of alternatives) {
    const part = rules === possible ? first! : outcome(rules);
    if (part.isValid) {
      result.merge(part);
      return;
    }
    if (best === undefined || part.matches > best.matches) best = part;
  }
  run.reportComposite(result, 'must validate at least one schema (anyOf)');
  result.merge(best!);
}

/** Exactly one alternative holds. */
export function checkOneOf<R>(
  alternatives: readonly R[],
  outcome: (rules: R) => ValidationResult,
  run: ValidationRun,
  result: ValidationResult,
): void {
  if (alternatives.length === 0) return;
  let best: ValidationResult | undefined;
  const valid: ValidationResult[] = [];
  for (const rules of alternatives) {
    const part = outcome(rules);
    if (part.isValid) valid.push(part);
    else if (best === undefined || part.matches > best.matches) best = part;
  }
  if (valid.length === 1) {
    result.merge(valid[0]!);
    return;
  }
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  run.reportComposite(result, `must validate one and only one schema (oneOf). ${found}`);
  if (valid.length === 0) result.merge(best!);
}

/** All alternatives hold. */
export function checkAllOf<R>(
  all: readonly R[],
  outcome: (rules: R) => ValidationResult,
  run: ValidationRun,
  result: ValidationResult,
): void {
  if (all.length === 0) return;
  let valid = 0;
  for (const rules of all) {
    const part = outcome(rules);
    if (part.isValid) valid++;
    result.merge(part);
  }
  if (valid === all.length) return;
  const none = valid === 0 ? '. None validated' : '';
  run.reportComposite(result, `must validate all the schemas (allOf)${none}`);
}
