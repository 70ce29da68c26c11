import { textAt } from '../../api/object';

/** A status that a condition had from a time on, until the next one. */
export interface Transition {
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly from: number;
}

/** What is known of the past of each condition, by its type, the oldest first. */
export type Transitions = ReadonlyMap<string, readonly Transition[]>;

/** Of one condition; older ones are dropped. */
const MOST_KEPT = 50;

/** Adds what the conditions say now. Conditions without a time, or that are gone, are left out. */
export function withConditions(known: Transitions, conditions: readonly unknown[]): Transitions {
  const next = new Map<string, readonly Transition[]>();
  for (const condition of conditions) {
    const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
    const from = Date.parse(textAt(condition, 'lastTransitionTime') || textAt(condition, 'lastUpdateTime'));
    if (Number.isNaN(from)) continue;
    const before = known.get(type) ?? [];
    const last = before.at(-1);
    const isKnown = last !== undefined && last.status === status && last.from === from;
    // A clock that was set back does not draw backwards.
    const transition = { status, from: Math.max(from, last?.from ?? from) };
    next.set(type, isKnown ? before : [...before, transition].slice(-MOST_KEPT));
  }
  return next;
}
