import { parseDuration } from './duration.js';
import type { FlagDefinition, FlagValue, IntFlag, ListFlag, StringFlag } from './flag-definition.js';

/** A value, or why the text is invalid. */
export type ValueResult = { readonly value: FlagValue } | { readonly problem: string };

const TRUE = new Set(['true', '1', 't', 'TRUE', 'True', 'T']);
const FALSE = new Set(['false', '0', 'f', 'FALSE', 'False', 'F']);
const INTEGER = /^[+-]?\d+$/;

/** Parses a value: the text after `=` on the command line, in the environment, or a string in the file. */
export function valueFromText(flag: FlagDefinition, text: string): ValueResult {
  switch (flag.type) {
    case 'string':
      return stringValue(flag, text);
    case 'int':
      return INTEGER.test(text) ? intValue(flag, Number(text)) : { problem: 'must be a whole number' };
    case 'bool':
      if (TRUE.has(text)) return { value: true };
      return FALSE.has(text) ? { value: false } : { problem: 'must be true or false' };
    case 'duration': {
      const ms = parseDuration(text);
      return ms === undefined ? { problem: 'must be a duration with a unit, such as 90s or 1h30m' } : { value: ms };
    }
    case 'string[]':
      return { value: splitList(flag, text) };
  }
}

/** Reads a value of the `--config` file: its own type, or the text one would write on the command line. */
export function valueFromFile(flag: FlagDefinition, value: unknown): ValueResult {
  if (typeof value === 'string') return valueFromText(flag, value);
  switch (flag.type) {
    case 'bool':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' };
    case 'int':
      return typeof value === 'number' ? intValue(flag, value) : { problem: 'must be a whole number' };
    case 'duration':
      return value === 0 ? { value: 0 } : { problem: 'must be a duration with a unit, such as 90s or 1h30m' };
    case 'string':
      // YAML reads an unquoted 1.24 as a number; the text of it is what the user wrote, but for 1.20.
      return typeof value === 'number' ? stringValue(flag, String(value)) : { problem: 'must be a string' };
    case 'string[]':
      return listValue(value);
  }
}

/** The default as a value: durations are written as text. @throws RangeError when a definition is wrong (a bug). */
export function defaultValue(flag: FlagDefinition): FlagValue {
  if (flag.type !== 'duration' || flag.default === undefined) return flag.default;
  const ms = parseDuration(flag.default);
  if (ms === undefined) throw new RangeError(`--${flag.name}: the default "${flag.default}" is not a duration`);
  return ms;
}

function stringValue(flag: StringFlag, text: string): ValueResult {
  const refusal = flag.refused && Object.hasOwn(flag.refused, text) ? flag.refused[text] : undefined;
  if (refusal !== undefined) return { problem: refusal };
  const value = flag.prefix && text.startsWith(flag.prefix) ? text.slice(flag.prefix.length) : text;
  if (!flag.choices || flag.choices.includes(value)) return { value };
  return { problem: `must be one of ${flag.choices.join(', ')}` };
}

function intValue(flag: IntFlag, value: number): ValueResult {
  if (!Number.isSafeInteger(value)) return { problem: 'must be a whole number' };
  if (flag.min !== undefined && value < flag.min) return { problem: `must be at least ${flag.min}` };
  if (flag.max !== undefined && value > flag.max) return { problem: `must be at most ${flag.max}` };
  return { value };
}

function splitList(flag: ListFlag, text: string): readonly string[] {
  if (flag.commas === false) return [text];
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}

function listValue(value: unknown): ValueResult {
  if (!Array.isArray(value)) return { problem: 'must be a list of strings' };
  const items: string[] = [];
  for (const item of value) {
    if (typeof item === 'string') items.push(item);
    else if (typeof item === 'number' || typeof item === 'boolean') items.push(String(item));
    else return { problem: 'must be a list of strings' };
  }
  return { value: items };
}
