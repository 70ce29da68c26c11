import { fieldError } from '@orch/apimachinery';
import { numberOf, textOf, type JsonSchema } from '../schema/json-schema.js';
import { compiledPattern, patternCost } from './compiled-pattern.js';
import { refuse } from './refused-value.js';
import { CHARACTERS_PER_CHECK, type ValidationResult, type ValidationRun } from './validation-run.js';

/** Checks the length and the pattern of a text. */
export function checkString(schema: JsonSchema, value: string, run: ValidationRun, result: ValidationResult): void {
  const maxLength = numberOf(schema, 'maxLength');
  const minLength = numberOf(schema, 'minLength');
  if (maxLength !== undefined && value.length > maxLength && charactersWithin(value, run) > maxLength) {
    run.report(result, (path) => [
      `${path} in body should be at most ${maxLength} chars long`,
      fieldError.tooLong(run.fieldPath(path), maxLength),
    ]);
    return;
  }
  if (minLength !== undefined && value.length < 2 * minLength && charactersWithin(value, run) < minLength) {
    refuse(value, `should be at least ${minLength} chars long`, run, result);
    return;
  }
  const pattern = textOf(schema, 'pattern');
  if (pattern === '') return;
  const compiled = compiledPattern(pattern, (size) => run.spend(size));
  run.spend(patternCost(compiled, value));
  const { fault } = compiled;
  if (fault !== undefined) refuse(value, `should match '${pattern}, but pattern is invalid: ${fault}'`, run, result);
  else if (!compiled.matches(value)) refuse(value, `should match '${pattern}'`, run, result);
}

/** As `characters`, paid for. */
function charactersWithin(text: string, run: ValidationRun): number {
  run.spend(text.length / CHARACTERS_PER_CHECK);
  return characters(text);
}

/** Number of Unicode code points. */
function characters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdbff) count++;
    else if ((text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) count++;
  }
  return count;
}
