import { parseDocument, stringify } from 'yaml';
import { textAt } from '../../api/object';
import type { Control } from './control';

/** What a user typed: the value it means, nothing, or why it means none. */
export type Input =
  | { readonly value: unknown; readonly source?: string }
  | { readonly isNothing: true }
  | { readonly problem: string };

/**
 * The value of a text in a control. An empty text is an empty string, and absence where a number, a time and the like is wanted.
 * @param before the value that it replaces: a quantity that was a number stays one.
 */
export function readInput(control: Control, text: string, before: unknown): Input {
  switch (control) {
    case 'integer':
      return readNumber(text, true);
    case 'number':
      return readNumber(text, false);
    case 'int-or-string':
      return /^[+-]?\d+$/.test(text) ? readNumber(text, true) : orNothing(text);
    case 'quantity':
      return typeof before === 'number' && isNumber(text) ? { value: Number(text) } : orNothing(text);
    case 'time':
      return readTime(text);
    case 'yaml':
      return readYaml(text);
    default:
      return { value: text };
  }
}

const orNothing = (text: string): Input => (text.trim() === '' ? { isNothing: true } : { value: text });
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

function readNumber(text: string, isWhole: boolean): Input {
  const trimmed = text.trim();
  if (trimmed === '') return { isNothing: true };
  const value = Number(trimmed);
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value)))
    return { problem: isWhole ? 'This is not a whole number.' : 'This is not a number.' };
  // The page could not send it exactly.
  if (isWhole && !Number.isSafeInteger(value)) return { problem: 'The number has too many digits.' };
  return { value };
}

function readTime(text: string): Input {
  const trimmed = text.trim();
  if (trimmed === '') return { isNothing: true };
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(trimmed))
    return { problem: 'Write a time such as 2025-01-31T08:00:00Z.' };
  return { value: trimmed };
}

function readYaml(text: string): Input {
  if (text.trim() === '') return { isNothing: true };
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { problem: error.message.split('\n')[0] ?? error.message };
  return { value: document.toJS({ maxAliasCount: 100 }), source: text };
}

/** A value as the control shows it. */
export function inputText(control: Control, value: unknown): string {
  if (value === undefined) return '';
  if (control === 'yaml') return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  return textAt(value);
}
