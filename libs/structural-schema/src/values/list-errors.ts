import { FieldPath, fieldError, identityText, isPlainObject, type FieldError } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { BoundedErrors } from './bounded-errors.js';
import { shownValue } from './shown-value.js';
import { CHARACTERS_PER_CHECK } from './validation-run.js';

/** Pays for checks. @throws ApiError when they are too many. */
type Spend = (checks: number) => void;

/** Keys of items that cost as much to read as one value to check. */
const KEYS_PER_CHECK = 5;

/** Duplicate items of lists of the types `set` and `map`. @throws ApiError when `spend` does. */
export function listErrors(value: unknown, root: StructuralNode, spend: Spend): readonly FieldError[] {
  const walk = new ListWalk(spend);
  walk.ofMembers(value, root, FieldPath.root);
  return walk.found.errors;
}

class ListWalk {
  readonly found = new BoundedErrors();

  constructor(private readonly spend: Spend) {}

  ofMembers(value: unknown, node: StructuralNode, path: FieldPath): void {
    if (!isPlainObject(value)) return;
    for (const name in value) {
      const member = value[name];
      if (typeof member !== 'object' || member === null) continue;
      const property = node.property(name);
      if (property !== undefined) this.ofValue(member, property, path.child(name));
      else if (node.others !== undefined) this.ofValue(member, node.others, path.key(name));
    }
  }

  private ofValue(value: unknown, node: StructuralNode, path: FieldPath): void {
    if (!Array.isArray(value)) {
      this.ofMembers(value, node, path);
      return;
    }
    if (node.listType === 'set') this.duplicates(value, (item) => item, path);
    else if (node.listType === 'map') this.ofMapList(value, node, path);
    const items = node.items;
    if (items === undefined) return;
    for (let i = 0; i < value.length; i++) {
      if (typeof value[i] === 'object') this.ofValue(value[i], items, path.index(i));
    }
  }

  private ofMapList(value: readonly unknown[], node: StructuralNode, path: FieldPath): void {
    const odd = value.findIndex((item) => item !== null && !isPlainObject(item));
    if (odd >= 0) {
      this.found.add(
        fieldError.invalid(path.index(odd), shownValue(value[odd]), 'must be an object for an array of list-type map'),
      );
      return;
    }
    const names = node.listMapKeys;
    this.spend((names.length * value.length) / KEYS_PER_CHECK);
    const keysOf = (item: unknown): unknown => {
      const keys: Record<string, unknown> = {};
      for (const name of names) if (isPlainObject(item) && Object.hasOwn(item, name)) keys[name] = item[name];
      return keys;
    };
    this.duplicates(value, keysOf, path);
  }

  /** Reports the second one of equal items, and none of those that follow. */
  private duplicates(value: readonly unknown[], identityOf: (item: unknown) => unknown, path: FieldPath): void {
    if (value.length <= 1) return;
    const times = new Map<string, number>();
    for (let i = 0; i < value.length; i++) {
      const identity = identityOf(value[i]);
      const text = identityText(identity);
      this.spend(text.length / CHARACTERS_PER_CHECK);
      const before = times.get(text) ?? 0;
      times.set(text, before + 1);
      if (before === 1 && !this.found.isFull) this.found.add(fieldError.duplicate(path.index(i), shownValue(identity)));
    }
  }
}
