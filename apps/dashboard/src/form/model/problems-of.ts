import { areEqual } from '../../api/are-equal';
import { type FieldProblem, parseFieldPath } from '../../api/field-problems';
import { at } from '../../api/object';
import type { FieldPath } from '../text/edit';

/** What the server refused, with the value it was refused with. */
export interface RefusedValue extends FieldProblem {
  readonly value: unknown;
}

export function refusedValues(problems: readonly FieldProblem[], object: unknown): RefusedValue[] {
  return problems.map((problem) => ({ ...problem, value: at(object, ...problem.path) }));
}

/** Those whose field was not changed since. */
export function stillRefused(refused: readonly RefusedValue[], object: unknown): RefusedValue[] {
  return refused.filter(({ path, value }) => areEqual(at(object, ...path), value));
}

/** Whether `path` is `field` or below it. Keys of maps may be numbers in one and text in the other. */
export function isWithin(path: FieldPath, field: FieldPath): boolean {
  return field.length <= path.length && field.every((part, index) => String(part) === String(path[index]));
}

/** The message without the path of the field, for a place where the field is named. */
export function messageAtField({ path, message }: FieldProblem): string {
  const end = message.indexOf(': ');
  if (end < 0 || path.length === 0) return message;
  return areEqual(parseFieldPath(message.slice(0, end)), path) ? message.slice(end + 2) : message;
}
