import type { RE2JS } from 're2js';
import type { CostMeter } from './cost-meter.js';
import { ExpressionError } from './expression-error.js';
import { assertCompilable, textPattern, weightOf } from './text-pattern.js';

type MeteredFunction = (meter: CostMeter, ...operands: unknown[]) => unknown;

/** Allowed functions: those of CEL, without the library's own, which are not portable. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `all exists exists_one map filter has
   bool bytes double duration dyn int size string timestamp type uint
   contains endsWith indexOf join lastIndexOf lowerAscii matches replace split startsWith substring trim upperAscii
   getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear getHours getMilliseconds getMinutes getMonth getSeconds
   of none hasValue value or orValue`.split(/\s+/),
);

/** Conversions of strings, which are slow for long ones; numbers, times and durations are short. */
const CONVERSIONS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);
const MAX_CONVERTED = 64;
const CONVERSION_COST = 8;
/** A time of day in a named zone creates a formatter. */
const TIME_ZONE_COST = 2_000;
const INSTRUCTIONS_PER_UNIT = 4;
/** Compiling an instruction takes much longer than running it. */
const COST_PER_WEIGHT = 40;

/** Charges for a call before it is evaluated: for its operands and its result. */
export function chargeCall(meter: CostMeter, name: string, operands: readonly unknown[]): void {
  const [first, second, third] = operands;
  meter.charge(1);
  for (const operand of operands) meter.charge(meter.sizeOf(operand));
  if (CONVERSIONS.has(name) && typeof first === 'string') {
    if (first.length > MAX_CONVERTED)
      throw new ExpressionError(`passes a string of more than ${MAX_CONVERTED} characters to ${name}()`);
    meter.charge(CONVERSION_COST);
  }
  if (name === 'join' && Array.isArray(first)) meter.charge(first.length * meter.sizeOf(second));
  if (name === 'replace' && typeof first === 'string') meter.charge((first.length + 1) * meter.sizeOf(third));
  if (name.startsWith('get') && second !== undefined) meter.charge(TIME_ZONE_COST);
}

/** Own implementations: the library's `matches` backtracks without a limit, its case functions are not ASCII-only. */
export const REPLACED: ReadonlyMap<string, MeteredFunction> = new Map<string, MeteredFunction>([
  ['matches', (meter, text, pattern) => matchesCompiled(meter, text, patternPaid(meter, textOf(pattern)))],
  ['lowerAscii', (_meter, text) => textOf(text).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
  ['upperAscii', (_meter, text) => textOf(text).replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
]);

/** Whether a string contains a match of a pattern that was compiled with the expression. */
export function matchesCompiled(meter: CostMeter, text: unknown, pattern: RE2JS): boolean {
  const searched = textOf(text);
  meter.charge(((searched.length + 1) * pattern.programSize()) / INSTRUCTIONS_PER_UNIT);
  return pattern.test(searched);
}

/** Charges for and compiles a pattern. */
export function patternPaid(meter: CostMeter, pattern: string): RE2JS {
  assertCompilable(pattern);
  meter.charge(weightOf(pattern) * COST_PER_WEIGHT);
  return textPattern(pattern);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new ExpressionError('passes a value that is not a string to a string function');
  return value;
}
