import { identityText } from '@orch/apimachinery';
import { CHARACTERS_PER_CHECK, type ValidationRun } from './validation-run.js';

/** Characters of JSON that cost as much to make as one value to check. */
const JSON_PER_CHECK = 5;

/** Equal for equal values of an enumeration only. */
export function identityOf(value: unknown): unknown {
  if (typeof value === 'string') return `text ${value}`;
  return typeof value === 'object' ? `json ${identityText(value)}` : value;
}

/** As `identityOf`, paid for. */
export function identityWithin(value: unknown, run: ValidationRun): unknown {
  if (typeof value === 'string') run.spend(value.length / CHARACTERS_PER_CHECK);
  const identity = identityOf(value);
  if (typeof value === 'object') run.spend((identity as string).length / JSON_PER_CHECK);
  return identity;
}
