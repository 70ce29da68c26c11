import { isWrite, type Found, type Operation, type Violation } from './history.js';
import { checkLinearizable } from './linearizability.js';
import { objectRegister, type JudgedOperation, type Register } from './object-register.js';
import { timeline } from './timeline.js';

/** Maximum number of operations shown for a counterexample. */
const MOST_SHOWN = 40;
/** Unanswered operations are shown when they began at most this long before the others. Unit: milliseconds. */
const UNANSWERED_MS = 10_000;

/**
 * Checks that every object is linearizable: no acknowledged write is lost, no read is
 * stale, no two conflicting writes both succeed. Linearizability is local, so each object is checked separately.
 */
export function checkObjects(operations: readonly Operation[]): Violation[] {
  const byKey = new Map<string, Operation[]>();
  for (const operation of operations) {
    const others = byKey.get(operation.key);
    if (others) others.push(operation);
    else byKey.set(operation.key, [operation]);
  }
  return [...byKey].flatMap(([key, ofKey]) => checkObject(key, ofKey));
}

function checkObject(key: string, operations: readonly Operation[]): Violation[] {
  const judged = judge(operations);
  const verdict = checkLinearizable(judged, objectRegister);
  if (verdict.ok) return [];
  const { at, states, open } = verdict;
  const shown = window(judged, at, states);
  const text = [
    `${key}: no order of the operations explains the response of ${at.operation.id}.`,
    'Possible states before it:',
    ...states.map((state) => `  ${describeState(state)}`),
    `Concurrent operations: ${open.map(({ operation }) => operation.id).join(', ') || 'none'}`,
    timeline(shown, at.operation.id),
  ].join('\n');
  return [{ rule: 'an object is linearizable', text }];
}

/**
 * Drops operations without information, and infers the effect of unanswered writes: a write whose content was read took
 * effect before the end of that read.
 */
function judge(operations: readonly Operation[]): JudgedOperation[] {
  const versions = new Map<string, Found>();
  const seenBy = new Map<string, number>();
  for (const { outcome, end } of operations) {
    if (outcome.is !== 'done' || !outcome.found) continue;
    const { last, a, b } = outcome.found.content;
    versions.set(last, outcome.found);
    for (const id of [last, a, b]) seenBy.set(id, Math.min(seenBy.get(id) ?? Infinity, end));
  }
  return operations.flatMap((operation): JudgedOperation[] => {
    const { id, outcome, start, end } = operation;
    if (outcome.is === 'refused') return [];
    if (outcome.is !== 'unknown') {
      const found = outcome.is === 'done' ? outcome.found : undefined;
      return [{ operation, start, end, spare: false, ...(found && { found }) }];
    }
    if (!isWrite(operation)) return [];
    const found = versions.get(id);
    const seen = seenBy.get(id);
    return [{ operation, start, end: seen ?? Infinity, spare: seen === undefined, ...(found && { found }) }];
  });
}

/** Operations from the writes of the possible states to the violating response. */
function window(judged: readonly JudgedOperation[], at: JudgedOperation, states: readonly Register[]): Operation[] {
  const makers = new Set(states.map(({ content }) => content?.last));
  const versions = new Set(states.map(({ floor }) => floor));
  const from = judged
    .filter(
      ({ operation, found }) => makers.has(operation.id) || (isWrite(operation) && versions.has(found?.version ?? -1)),
    )
    .reduce((earliest, { start }) => Math.min(earliest, start), at.start);
  // Earlier unanswered operations are many and rarely relevant.
  return judged
    .filter(({ start, end }) => start <= at.end && end >= from && (end < Infinity || start >= from - UNANSWERED_MS))
    .map(({ operation }) => operation)
    .slice(-MOST_SHOWN);
}

const describeState = ({ floor, content, version }: Register): string =>
  content === undefined
    ? `nothing (newest version before: ${floor})`
    : `version ${version ?? `unknown, after ${floor}`}: last=${content.last} a=${content.a} b=${content.b}`;
