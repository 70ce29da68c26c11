import { at } from '../../api/object';
import { childFields, type FormField, itemField, nameOf, rootField } from './form-field';
import type { FormKind } from './form-kind';

/** A schema may contain itself: what is looked through ends. */
const MOST_FIELDS = 6_000;
const MOST_FOUND = 30;
const MOST_LEVELS = 10;

/**
 * Fields whose name has the words in it, those nearest to the top first; of lists the items that are there.
 * @param words a part of a name, or of several in order: `security user`.
 */
export function findFields(kind: FormKind, value: unknown, words: string): FormField[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const found: { readonly field: FormField; readonly rank: number }[] = [];
  const waiting: FormField[] = [rootField(kind)];
  for (let seen = 0; seen < waiting.length && seen < MOST_FIELDS; seen++) {
    const field = waiting[seen]!;
    const rank = rankOf(field, wanted);
    if (rank > 0) found.push({ field, rank });
    if (field.path.length < MOST_LEVELS) waiting.push(...below(kind, field, at(value, ...field.path)));
  }
  return found
    .toSorted((a, b) => b.rank - a.rank || a.field.path.length - b.field.path.length)
    .slice(0, MOST_FOUND)
    .map(({ field }) => field);
}

function below(kind: FormKind, field: FormField, value: unknown): FormField[] {
  if (field.control === 'object') return childFields(kind, field, value);
  if (field.control !== 'list' || !Array.isArray(value)) return [];
  return value.map((_, index) => itemField(kind, field, index));
}

/** 0: not at all. The last word is one of the field itself, those before it may be of the fields around. */
function rankOf(field: FormField, words: readonly string[]): number {
  const name = nameOf(field).toLowerCase();
  const last = words.at(-1) ?? '';
  if (!name.includes(last) || typeof field.path.at(-1) === 'number') return 0;
  const whole = field.path.join('.').toLowerCase();
  if (!words.every((word) => whole.includes(word))) return 0;
  if (name === last) return 3;
  return name.startsWith(last) ? 2 : 1;
}
