import type { Comparison, JsonPath, Operand, Slice, Step } from './path.js';

/** Steps of a selection for a user, at most: repeated names, descents and comparisons multiply. */
const MAX_STEPS = 5_000_000;

/** A path selects more values than are looked at. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
  constructor() {
    super('the JSONPath selects too many values');
  }
}

/** The values selected by a path; missing ones are left out. @throws TooManyValues. */
export function selectValues(value: unknown, path: JsonPath): readonly unknown[] {
  let left = MAX_STEPS;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new TooManyValues();
  };
  return new Selection(spend).values(value, path);
}

/** Pays for values that are looked at, before. Ends the selection by what it throws. */
type Spend = (steps: number) => void;

/** The first of the values selected by a path; undefined: none. @throws what `spend` throws. */
export function firstSelected(value: unknown, path: JsonPath, spend: Spend): unknown {
  let first: unknown;
  new Selection(spend).each(value, path, 0, (found) => {
    first = found;
    return true;
  });
  return first;
}

/** Called with a selected value. Returns whether to stop. */
type Visit = (value: unknown) => boolean;

/** A walk along a path that ends when it has looked at too many values. */
class Selection {
  constructor(private readonly spend: Spend) {}

  values(value: unknown, path: JsonPath): readonly unknown[] {
    const found: unknown[] = [];
    this.each(value, path, 0, (one) => {
      found.push(one);
      return false;
    });
    return found;
  }

  /** Visits the values that the steps of a path from `at` on select. Returns whether a visit asked to stop. */
  each(value: unknown, path: JsonPath, at: number, visit: Visit): boolean {
    this.spend(1);
    const step = path[at];
    if (step === undefined) return visit(value);
    return this.step(value, step, (next) => this.each(next, path, at + 1, visit));
  }

  private step(value: unknown, step: Step, visit: Visit): boolean {
    if ('names' in step) return this.members(value, step.names, visit);
    if ('slices' in step) return Array.isArray(value) && step.slices.some((slice) => this.items(value, slice, visit));
    if ('all' in step) return this.children(value, visit);
    if ('descend' in step) return this.descendants(value, visit);
    return this.children(value, (child) => this.holds(child, step.filter) && visit(child));
  }

  private members(value: unknown, names: readonly string[], visit: Visit): boolean {
    if (!isObject(value)) return false;
    for (const name of names) {
      this.spend(1);
      if (Object.hasOwn(value, name) && visit(value[name])) return true;
    }
    return false;
  }

  private items(list: readonly unknown[], { start, end, step }: Slice, visit: Visit): boolean {
    this.spend(1);
    // An index before the first item is none, while a slice from there begins with the first.
    if (start !== undefined && start < -list.length && end === start + 1) return false;
    const items = list.slice(start, end);
    this.spend(items.length / ITEMS_PER_STEP);
    return items.some((item, index) => index % step === 0 && visit(item));
  }

  private children(value: unknown, visit: Visit): boolean {
    const children: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    this.spend(children.length / ITEMS_PER_STEP);
    return children.some(visit);
  }

  private descendants(value: unknown, visit: Visit): boolean {
    this.spend(1);
    return visit(value) || this.children(value, (child) => this.descendants(child, visit));
  }

  private holds(value: unknown, { left, operator, right }: Comparison): boolean {
    const lefts = this.operand(value, left);
    if (operator === undefined || right === undefined) return lefts.length > 0;
    const rights = this.operand(value, right);
    return lefts.some((a) => {
      this.spend(rights.length);
      return rights.some((b) => compares(a, operator, b));
    });
  }

  private operand(value: unknown, operand: Operand): readonly unknown[] {
    return 'value' in operand ? [operand.value] : this.values(value, operand.path);
  }
}

/** Items that are copied in the time of one step. */
const ITEMS_PER_STEP = 20;

function compares(a: unknown, operator: NonNullable<Comparison['operator']>, b: unknown): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  const bothNumbers = typeof a === 'number' && typeof b === 'number';
  if (!bothNumbers && (typeof a !== 'string' || typeof b !== 'string')) return false;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
