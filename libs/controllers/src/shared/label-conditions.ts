import type { LabelExpression, LabelSelectorObject } from '@orch/apimachinery';

/** All requirements of a selector on one label. */
interface LabelCondition {
  /** Whether the label must exist: of `In` and `Exists`. */
  needed: boolean;
  /** Whether it must not exist: of `DoesNotExist`. */
  refused: boolean;
  /** Values of all `In`. A single one is by far the most common case: it needs no set. Undefined: any value. */
  allowed: string | ReadonlySet<string> | undefined;
  /** Values of any `NotIn`. */
  forbidden: Set<string> | undefined;
}

/** So few conditions are tested without listing the labels. */
const FEW = 8;

/** Requirements and values between two steps. */
const STEP = 500;

/**
 * The requirements of a label selector by key. A match takes time in proportion to the labels or to the keys of the
 * selector, whichever are fewer: few of many requirements are on labels that an object has.
 */
export class LabelConditions {
  /** Of an absent selector: matches nothing. */
  static readonly nothing = new LabelConditions(undefined);
  /** Labels that must exist. */
  private readonly needed: number;

  /** @param byKey undefined matches nothing. */
  constructor(private readonly byKey: ReadonlyMap<string, Readonly<LabelCondition>> | undefined) {
    let needed = 0;
    for (const condition of byKey?.values() ?? []) if (condition.needed) needed++;
    this.needed = needed;
  }

  /** Number of keys with requirements. */
  get size(): number {
    return this.byKey?.size ?? 0;
  }

  matches(labels: Readonly<Record<string, string>> = {}): boolean {
    const { byKey } = this;
    if (!byKey) return false;
    const keys = byKey.size <= FEW ? undefined : Object.keys(labels);
    if (!keys || keys.length > byKey.size)
      return this.matchesEach((key) => (Object.hasOwn(labels, key) ? labels[key] : undefined));
    let found = 0;
    for (const key of keys) {
      const condition = byKey.get(key);
      if (!condition) continue;
      if (!holds(condition, labels[key])) return false;
      if (condition.needed) found++;
    }
    return found === this.needed;
  }

  /** As `matches`, for labels that are not listed. @param labelOf the value of a label; undefined: there is none of that key. */
  matchesEach(labelOf: (key: string) => string | undefined): boolean {
    if (!this.byKey) return false;
    for (const [key, condition] of this.byKey) if (!holds(condition, labelOf(key))) return false;
    return true;
  }
}

function holds({ needed, refused, allowed, forbidden }: Readonly<LabelCondition>, value: string | undefined): boolean {
  if (value === undefined) return !needed;
  if (refused || forbidden?.has(value)) return false;
  return allowed === undefined || (typeof allowed === 'string' ? allowed === value : allowed.has(value));
}

/**
 * Indexes a selector that the server has validated, in steps. Absent matches nothing, empty everything (C-287). An operator
 * that does not exist matches nothing.
 */
export function* indexConditions(selector: LabelSelectorObject | undefined): Generator<undefined, LabelConditions> {
  if (!selector) return LabelConditions.nothing;
  const byKey = new Map<string, LabelCondition>();
  let work = 0;
  for (const expression of expressionsOf(selector)) {
    let condition = byKey.get(expression.key);
    if (!condition) {
      condition = { needed: false, refused: false, allowed: undefined, forbidden: undefined };
      byKey.set(expression.key, condition);
    }
    if (!require(condition, expression)) return LabelConditions.nothing;
    work += 1 + (expression.values?.length ?? 0);
    if (work < STEP) continue;
    work = 0;
    yield;
  }
  return new LabelConditions(byKey);
}

function* expressionsOf({ matchLabels = {}, matchExpressions = [] }: LabelSelectorObject): Generator<LabelExpression> {
  for (const key of Object.keys(matchLabels)) yield { key, operator: 'In', values: [matchLabels[key]!] };
  yield* matchExpressions;
}

/** Adds a requirement to those of its label. False for an unknown operator. */
function require(condition: LabelCondition, { operator, values = [] }: LabelExpression): boolean {
  switch (operator) {
    case 'In': {
      const { allowed } = condition;
      const both =
        allowed === undefined
          ? values
          : values.filter((value) => (typeof allowed === 'string' ? allowed === value : allowed.has(value)));
      condition.allowed = both.length === 1 ? both[0]! : new Set(both);
      condition.needed = true;
      return true;
    }
    case 'NotIn': {
      const forbidden = (condition.forbidden ??= new Set());
      for (const value of values) forbidden.add(value);
      return true;
    }
    case 'Exists':
      condition.needed = true;
      return true;
    case 'DoesNotExist':
      condition.refused = true;
      return true;
    default:
      return false;
  }
}
