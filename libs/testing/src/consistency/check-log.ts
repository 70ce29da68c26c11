import type { Change, ChangeLog } from './change-log.js';
import type { Content, Found, Operation, Violation } from './history.js';
import { isSame } from './object-register.js';
import type { ListedStep } from './watch-history.js';

/** Possible states of a key; `undefined` among them: absent. `anything`: unknown, because no watch was open. */
type Possible = readonly (Found | undefined)[] | 'anything';

/**
 * Checks that each change follows from its write and the state before it, that refused writes have no
 * change, and that every list shows the state at its version.
 */
export function checkLog(log: ChangeLog, lists: readonly ListedStep[], operations: readonly Operation[]): Violation[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const ordered = [...lists].sort((one, other) => one.version - other.version);
  const possible = new Map<string, Possible>();
  /** Whether there was a gap without a watch: the state before it is unknown. */
  let unknownBefore = false;
  const now = (key: string): Possible => possible.get(key) ?? (unknownBefore ? 'anything' : [undefined]);
  const violations: Violation[] = [];
  let nextList = 0;
  let last = Math.min(ordered[0]?.version ?? 0, log.changes[0]?.version ?? 0);
  const goTo = (version: number) => {
    if (log.hasGap(last, version)) {
      possible.clear();
      unknownBefore = true;
    }
    last = version;
  };
  const takeLists = (before: number) => {
    for (let list = ordered[nextList]; list !== undefined && list.version < before; list = ordered[++nextList]) {
      goTo(list.version);
      violations.push(...againstList(list, possible, now));
    }
  };
  for (const change of log.changes) {
    takeLists(change.version);
    goTo(change.version);
    const before = now(change.key);
    const reason = change.event && wrong(change, before, byId);
    if (reason !== undefined)
      violations.push({ rule: 'changes follow from their writes', text: `${shown(change)}: ${reason}` });
    const after = stateAfter(change);
    possible.set(change.key, change.doubtful && before !== 'anything' ? [...before, after] : [after]);
  }
  takeLists(Infinity);
  return violations;
}

const stateAfter = ({ version, event, write }: Change): Found | undefined => {
  if (event?.type === 'DELETED') return undefined;
  if (event) return { version, content: event.content };
  return write?.outcome.is === 'done' ? write.outcome.found : undefined;
};

/** Why the event is impossible; undefined when it is possible. */
function wrong({ event, version }: Change, before: Possible, byId: ReadonlyMap<string, Operation>): string | undefined {
  const { type, content, key } = event!;
  const present = before === 'anything' ? undefined : before.filter((found) => found !== undefined);
  if (type === 'DELETED') {
    if (present && !present.some((found) => isSame(found.content, content)))
      return `the deleted content was not present; possible: ${list(before)}`;
    return undefined;
  }
  const write = byId.get(content.last);
  if (!write || write.key !== key) return 'no client requested it';
  const { request, outcome } = write;
  if (outcome.is !== 'done' && outcome.is !== 'unknown') return `${write.id} was answered with "${outcome.is}"`;
  if (outcome.is === 'done' && outcome.found?.version !== version)
    return `${write.id} was acknowledged with version ${outcome.found?.version}`;
  if (request.kind === 'read' || request.kind === 'delete' || (request.kind === 'create') !== (type === 'ADDED'))
    return `${write.id} is a ${request.kind}`;
  if (before === 'anything') return undefined;
  if (type === 'ADDED') return before.includes(undefined) ? undefined : `the object already exists: ${list(before)}`;
  const fits = (found: Found) =>
    (!('expected' in request) || request.expected === undefined || request.expected === found.version) &&
    isSame(changed(found.content, write), content);
  return present!.some(fits) ? undefined : `it does not follow from the state before it; possible: ${list(before)}`;
}

function changed(content: Content, { id, request }: Operation): Content {
  return request.kind === 'patch' ? { ...content, last: id, [request.field]: id } : { last: id, a: id, b: id };
}

function againstList(step: ListedStep, possible: Map<string, Possible>, now: (key: string) => Possible): Violation[] {
  const items = new Map(step.items.map((item) => [item.key, item]));
  const violations: Violation[] = [];
  for (const key of new Set([...items.keys(), ...possible.keys()])) {
    const item = items.get(key);
    const before = now(key);
    const isPossible =
      before === 'anything' ||
      before.some((found) =>
        found === undefined || item === undefined
          ? found === item
          : found.version === item.version && isSame(found.content, item.content),
      );
    if (!isPossible) {
      const text = `List at ${step.version} of ${step.replica} shows ${key} as ${list([item])}, possible: ${list(before)}`;
      violations.push({ rule: 'a list shows the state at its version', text });
    }
    possible.set(key, [item]);
  }
  return violations;
}

const list = (possible: Possible): string =>
  possible === 'anything'
    ? possible
    : possible
        .map((found) =>
          found === undefined
            ? 'nothing'
            : `version ${found.version} last=${found.content.last} a=${found.content.a} b=${found.content.b}`,
        )
        .join('; ');

const shown = ({ version, key, event }: Change): string =>
  `${event?.type} ${key} at ${version}: last=${event?.content.last} a=${event?.content.a} b=${event?.content.b}`;
