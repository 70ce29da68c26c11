import { ExpressionError } from './expression-error.js';

/** Deeper values are refused, because the walk is recursive. */
const MAX_DEPTH = 64;

/**
 * Converts JSON to a CEL value: whole numbers become integers, objects become maps with only the given keys (no inherited
 * JavaScript members).
 * @throws ExpressionError when the value is nested too deeply.
 */
export function expressionValue(json: unknown, depth = 0): unknown {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_DEPTH) throw new ExpressionError(`is evaluated on a value with more than ${MAX_DEPTH} levels`);
  if (Array.isArray(json)) return json.map((item) => expressionValue(item, depth + 1));
  const entries = Object.entries(json).filter(([, value]) => value !== undefined);
  return new Map(entries.map(([key, value]) => [key, expressionValue(value, depth + 1)]));
}
