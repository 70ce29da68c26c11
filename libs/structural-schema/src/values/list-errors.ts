import { FieldPath, fieldError, identityText, isPlainObject, type FieldError } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { shownValue } from './shown-value.js';

const MAX_ERRORS = 100;

/** Duplicate items of lists of the types `set` and `map`. */
export function listErrors(value: unknown, root: StructuralNode): readonly FieldError[] {
  const errors: FieldError[] = [];
  ofMembers(value, root, FieldPath.root, errors);
  return errors;
}

function ofMembers(value: unknown, node: StructuralNode, path: FieldPath, errors: FieldError[]): void {
  if (!isPlainObject(value)) return;
  for (const name in value) {
    const member = value[name];
    if (typeof member !== 'object' || member === null) continue;
    const property = node.property(name);
    if (property !== undefined) ofValue(member, property, path.child(name), errors);
    else if (node.others !== undefined) ofValue(member, node.others, path.key(name), errors);
  }
}

function ofValue(value: unknown, node: StructuralNode, path: FieldPath, errors: FieldError[]): void {
  if (!Array.isArray(value)) {
    ofMembers(value, node, path, errors);
    return;
  }
  if (node.listType === 'set') duplicates(value, (item) => item, path, errors);
  else if (node.listType === 'map') ofMapList(value, node, path, errors);
  const items = node.items;
  if (items === undefined) return;
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] === 'object') ofValue(value[i], items, path.index(i), errors);
  }
}

function ofMapList(value: readonly unknown[], node: StructuralNode, path: FieldPath, errors: FieldError[]): void {
  const odd = value.findIndex((item) => item !== null && !isPlainObject(item));
  if (odd >= 0) {
    add(
      errors,
      fieldError.invalid(path.index(odd), shownValue(value[odd]), 'must be an object for an array of list-type map'),
    );
    return;
  }
  const names = node.listMapKeys;
  const keysOf = (item: unknown): unknown => {
    const keys: Record<string, unknown> = {};
    for (const name of names) if (isPlainObject(item) && Object.hasOwn(item, name)) keys[name] = item[name];
    return keys;
  };
  duplicates(value, keysOf, path, errors);
}

/** Reports the second one of equal items, and none of those that follow. */
function duplicates(
  value: readonly unknown[],
  identityOf: (item: unknown) => unknown,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (value.length <= 1) return;
  const times = new Map<string, number>();
  for (let i = 0; i < value.length; i++) {
    const identity = identityOf(value[i]);
    const text = identityText(identity);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    if (before === 1) add(errors, fieldError.duplicate(path.index(i), shownValue(identity)));
  }
}

function add(errors: FieldError[], error: FieldError): void {
  if (errors.length < MAX_ERRORS) errors.push(error);
}
