import { identityText, isPlainObject, jsonEqual } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';

/** A comparison that was made. */
interface Comparison {
  readonly old: object;
  readonly node: StructuralNode;
  readonly isEqual: boolean;
}

/** How the items of a list belong together. */
export type KeyedList = Pick<StructuralNode, 'listType' | 'listMapKeys'>;

/** Compares parts of a value with those of the stored one, during one validation: each part once, however many rules ask. */
export class StoredParts {
  /** Items of stored keyed lists by their keys. */
  private readonly items = new Map<readonly unknown[], Map<string, unknown>>();
  private readonly compared = new Map<object, Comparison>();

  /** Whether a value equals the stored one, as far as the schema says which of their parts belong together. */
  isUnchanged(value: unknown, old: unknown, node: StructuralNode): boolean {
    if (value === null || old === null || typeof value !== 'object' || typeof old !== 'object') return value === old;
    const known = this.compared.get(value);
    if (known?.old === old && known.node === node) return known.isEqual;
    const isEqual = this.sameParts(value, old, node);
    this.compared.set(value, { old, node, isEqual });
    return isEqual;
  }

  /** The item of the stored list with the same keys; undefined when there is none, or the list has no keys. */
  oldItem(item: unknown, old: unknown, { listType, listMapKeys }: KeyedList): unknown {
    if (listType !== 'map' || !Array.isArray(old)) return undefined;
    let byKeys = this.items.get(old);
    if (byKeys === undefined) {
      byKeys = new Map();
      const before: readonly unknown[] = old;
      for (const one of before) {
        const keys = keysText(one, listMapKeys);
        if (keys !== undefined && !byKeys.has(keys)) byKeys.set(keys, one);
      }
      this.items.set(old, byKeys);
    }
    const keys = keysText(item, listMapKeys);
    return keys === undefined ? undefined : byKeys.get(keys);
  }

  private sameParts(value: object, old: object, node: StructuralNode): boolean {
    if (Array.isArray(value) !== Array.isArray(old)) return false;
    if (Array.isArray(value)) return this.sameItems(value, old as unknown[], node);
    return this.sameMembers(value as Record<string, unknown>, old as Record<string, unknown>, node);
  }

  private sameItems(value: readonly unknown[], old: readonly unknown[], node: StructuralNode): boolean {
    if (value.length !== old.length) return false;
    const items = node.items;
    if (node.listType !== 'map' || items === undefined) return jsonEqual(value, old);
    return value.every((item) => {
      const before = this.oldItem(item, old, node);
      return before !== undefined && this.isUnchanged(item, before, items);
    });
  }

  private sameMembers(
    value: Readonly<Record<string, unknown>>,
    old: Readonly<Record<string, unknown>>,
    node: StructuralNode,
  ): boolean {
    const names = Object.keys(value);
    if (names.length !== Object.keys(old).length) return false;
    return names.every((name) => {
      const member = node.member(name);
      return member !== undefined && Object.hasOwn(old, name) && this.isUnchanged(value[name], old[name], member);
    });
  }
}

function keysText(item: unknown, names: readonly string[]): string | undefined {
  return isPlainObject(item) ? identityText(names.map((name) => item[name] ?? null)) : undefined;
}
