import { isWrite, type Found, type Operation, type Violation } from './history.js';
import { checkLinearizable } from './linearizability.js';
import { objectRegister, type JudgedOperation, type Register } from './object-register.js';
import { timeline } from './timeline.js';

/** Operations of a counterexample that are shown, at most. */
const MOST_SHOWN = 40;
/** Unanswered ones are shown when they began no longer before the others. Unit: milliseconds. */
const UNANSWERED_MS = 10_000;

/**
 * Whether every object behaves as if there were one copy of it and one client at a time: no acknowledged write is lost, no read is
 * stale, no two writes that excluded each other are both done. Each object is judged alone, which says as much as all together.
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
    `${key}: no order of the operations leads to the answer that ${at.operation.id} got.`,
    'Before it, these could stand:',
    ...states.map((state) => `  ${told(state)}`),
    `Under way with it: ${open.map(({ operation }) => operation.id).join(', ') || 'nothing'}`,
    timeline(shown, at.operation.id),
  ].join('\n');
  return [{ rule: 'an object behaves as one copy', text }];
}

/**
 * Leaves out what tells nothing, and works out what became of writes without an answer: whose content somebody was shown had their
 * effect before that was answered.
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

/** From the writes that made what could stand until the answer that does not fit. */
function window(judged: readonly JudgedOperation[], at: JudgedOperation, states: readonly Register[]): Operation[] {
  const makers = new Set(states.map(({ content }) => content?.last));
  const versions = new Set(states.map(({ floor }) => floor));
  const from = judged
    .filter(
      ({ operation, found }) => makers.has(operation.id) || (isWrite(operation) && versions.has(found?.version ?? -1)),
    )
    .reduce((earliest, { start }) => Math.min(earliest, start), at.start);
  // Unanswered ones from before may still matter, but are many, and seldom do.
  return judged
    .filter(({ start, end }) => start <= at.end && end >= from && (end < Infinity || start >= from - UNANSWERED_MS))
    .map(({ operation }) => operation)
    .slice(-MOST_SHOWN);
}

const told = ({ floor, content, version }: Register): string =>
  content === undefined
    ? `nothing (newest version before: ${floor})`
    : `version ${version ?? `unknown, after ${floor}`}: last=${content.last} a=${content.a} b=${content.b}`;
