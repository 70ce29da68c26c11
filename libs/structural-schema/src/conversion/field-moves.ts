import { isPlainObject, setOwn, type PlainObject } from '@orch/apimachinery';
import type { ConversionWork } from './conversion-work.js';
import { beginsWith, EACH, type Step } from './version-path.js';

/** Values of a path: one, or those of the items of a list or map, by their keys. */
export type Taken = { readonly value: unknown } | { readonly items: ReadonlyMap<string, Taken> } | undefined;

interface Filled {
  readonly value: unknown;
  /** Length of its JSON. */
  readonly characters: number;
}

/** Takes fields out of a copy of an object, and sets others in it. What is not changed is shared with the original. */
export class FieldMoves {
  private readonly owned = new Set<unknown>();
  /** Objects that something was taken from, with their depth and the objects around them. */
  private readonly reduced = new Map<
    PlainObject,
    { readonly around: PlainObject; readonly name: string; readonly depth: number }
  >();
  readonly object: PlainObject;

  constructor(
    source: PlainObject,
    private readonly work: ConversionWork,
  ) {
    this.object = { ...source };
    this.owned.add(this.object);
  }

  /** Takes the values of a path out of the object. Nulls are absent values. */
  take(path: readonly Step[]): Taken {
    return this.takeFrom(this.object, path, 0);
  }

  private takeFrom(container: unknown, path: readonly Step[], at: number): Taken {
    this.work.visit();
    const step = path[at]!;
    if (step === EACH) return this.takeItems(container, path, at);
    if (!isPlainObject(container) || !Object.hasOwn(container, step)) return undefined;
    const member = container[step];
    if (at === path.length - 1) {
      delete container[step];
      return member === null ? undefined : { value: member };
    }
    if (typeof member !== 'object' || member === null) return undefined;
    const own = this.own(container, step);
    const taken = this.takeFrom(own, path, at + 1);
    if (isPlainObject(own) && taken !== undefined) this.reduced.set(own, { around: container, name: step, depth: at });
    return taken;
  }

  /** Removes the objects that are empty after all fields were taken, but for items and values of maps. */
  removeEmptied(): void {
    const inner = [...this.reduced].toSorted(([, a], [, b]) => b.depth - a.depth);
    for (const [object, { around, name }] of inner)
      if (around[name] === object && Object.keys(object).length === 0) delete around[name];
    this.reduced.clear();
  }

  private takeItems(container: unknown, path: readonly Step[], at: number): Taken {
    if (typeof container !== 'object' || container === null) return undefined;
    const items = new Map<string, Taken>();
    for (const key of Object.keys(container)) {
      this.work.visit();
      const item = (container as PlainObject)[key];
      const isContainer = typeof item === 'object' && item !== null;
      items.set(key, isContainer ? this.takeFrom(this.own(container as PlainObject, key), path, at + 1) : undefined);
    }
    return { items };
  }

  /**
   * Sets the values of a path, with the objects around them.
   * @param make the value of each; `undefined` sets none.
   * @returns why it is not possible.
   */
  put(path: readonly Step[], taken: Taken, make: (value: unknown) => unknown): string | undefined {
    return this.putInto(this.object, path, 0, taken, make);
  }

  private putInto(
    container: PlainObject,
    path: readonly Step[],
    at: number,
    taken: Taken,
    make: (value: unknown) => unknown,
  ): string | undefined {
    if (taken === undefined) return undefined;
    this.work.visit();
    const step = path[at]!;
    if (step === EACH) return this.putItems(container, path, at, taken, make);
    if (at === path.length - 1) {
      const value = 'value' in taken ? make(taken.value) : undefined;
      if (value !== undefined) setOwn(container, step as string, value);
      return undefined;
    }
    const member = Object.hasOwn(container, step) ? container[step as string] : undefined;
    if (member === undefined || member === null) {
      if (path[at + 1] === EACH) return holdsValues(taken) ? `the list or map ${step as string} is absent` : undefined;
      const created: PlainObject = {};
      this.owned.add(created);
      const problem = this.putInto(created, path, at + 1, taken, make);
      if (Object.keys(created).length > 0) setOwn(container, step as string, created);
      return problem;
    }
    if (typeof member !== 'object') return `${step as string} is not an object`;
    return this.putInto(this.own(container, step as string), path, at + 1, taken, make);
  }

  private putItems(
    container: PlainObject,
    path: readonly Step[],
    at: number,
    taken: Exclude<Taken, undefined>,
    make: (value: unknown) => unknown,
  ): string | undefined {
    if (!('items' in taken)) return 'there is no list or map to take its values from';
    for (const [key, item] of taken.items) {
      this.work.visit();
      if (!holdsValues(item)) continue;
      const member = Object.hasOwn(container, key) ? container[key] : undefined;
      if (typeof member !== 'object' || member === null) return `item ${key} is absent or not an object`;
      const problem = this.putInto(this.own(container, key), path, at + 1, item, make);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Sets a default wherever the field is absent, with the objects around it, but for the first one, items and values of maps: `spec` must be there. */
  fill(path: readonly Step[], value: unknown): void {
    this.fillIn(this.object, path, 0, { value, characters: JSON.stringify(value).length });
  }

  private fillIn(container: unknown, path: readonly Step[], at: number, filled: Filled): void {
    this.work.visit();
    if (typeof container !== 'object' || container === null) return;
    const step = path[at]!;
    if (at === path.length - 1) {
      if (!isPlainObject(container)) return;
      if (Object.hasOwn(container, step) && container[step as string] !== null) return;
      this.work.grow(filled.characters);
      setOwn(container, step as string, filled.value);
      return;
    }
    const keys = step === EACH ? Object.keys(container) : [step];
    if (step !== EACH && at > 0 && path[at + 1] !== EACH && isPlainObject(container) && isAbsent(container, step)) {
      const created: PlainObject = {};
      this.owned.add(created);
      setOwn(container, step, created);
    }
    for (const key of keys) {
      const member = Object.hasOwn(container, key) ? (container as PlainObject)[key] : undefined;
      if (typeof member === 'object' && member !== null)
        this.fillIn(this.own(container as PlainObject, key), path, at + 1, filled);
    }
  }

  /** A member that may be changed: a copy of one that is shared. */
  private own(container: PlainObject, key: string): PlainObject {
    const member = container[key];
    if (this.owned.has(member)) return member as PlainObject;
    const copy = (Array.isArray(member) ? member.slice() : { ...(member as PlainObject) }) as PlainObject;
    this.work.copied(Array.isArray(member) ? member.length : Object.keys(copy).length);
    this.owned.add(copy);
    setOwn(container, key, copy);
    return copy;
  }
}

const isAbsent = (container: PlainObject, name: string): boolean =>
  !Object.hasOwn(container, name) || container[name] === null || container[name] === undefined;

const holdsValues = (taken: Taken): boolean =>
  taken !== undefined && ('value' in taken || [...taken.items.values()].some(holdsValues));

/** The place of a path after other fields have moved: the longest moved start of it counts. */
export function movedPath(
  path: readonly Step[],
  moves: readonly { readonly source: readonly Step[]; readonly target: readonly Step[] }[],
): readonly Step[] {
  const [move] = moves
    .filter(({ source }) => beginsWith(path, source))
    .toSorted((a, b) => b.source.length - a.source.length);
  return move ? [...move.target, ...path.slice(move.source.length)] : path;
}

/** The first values of a path in an object. */
export function valuesAt(object: PlainObject, path: readonly Step[]): readonly unknown[] {
  let values: unknown[] = [object];
  for (const step of path) {
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (step === EACH) return Object.values(value);
      return Object.hasOwn(value, step) ? [(value as PlainObject)[step]] : [];
    });
    values.length = Math.min(values.length, MAX_VALUES);
  }
  return values;
}

const MAX_VALUES = 4;
