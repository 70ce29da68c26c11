import { acknowledged, type Found, type Operation, type Violation } from './history.js';
import { isSame } from './object-register.js';
import { timeline } from './timeline.js';

/** An observed object version: in a response, a list, an event. */
export interface Sighting extends Found {
  readonly key: string;
  /** Source, for messages. */
  readonly by: string;
}

/** Versions of acknowledged writes are unique, and a write that began after another was acknowledged has a greater version. */
export function checkVersions(operations: readonly Operation[]): Violation[] {
  const writes = operations.flatMap((operation) => {
    const made = acknowledged(operation);
    return made ? [{ operation, version: made.version }] : [];
  });
  return [...twice(writes), ...againstTime(writes)];
}

interface Write {
  readonly operation: Operation;
  readonly version: number;
}

function twice(writes: readonly Write[]): Violation[] {
  const byVersion = new Map<number, Operation>();
  return writes.flatMap(({ operation, version }) => {
    const other = byVersion.get(version);
    byVersion.set(version, operation);
    if (!other) return [];
    const text = `Version ${version} was given to two writes:\n${timeline([other, operation])}`;
    return [{ rule: 'a version is assigned once', text }];
  });
}

function againstTime(writes: readonly Write[]): Violation[] {
  const ended = [...writes].sort((one, other) => one.operation.end - other.operation.end);
  const begun = [...writes].sort((one, other) => one.operation.start - other.operation.start);
  let greatest: Write | undefined;
  let at = 0;
  return begun.flatMap((write) => {
    for (; at < ended.length && ended[at]!.operation.end < write.operation.start; at++)
      if (greatest === undefined || ended[at]!.version > greatest.version) greatest = ended[at]!;
    if (greatest === undefined || greatest.version < write.version) return [];
    const both = timeline([greatest.operation, write.operation], write.operation.id);
    const text = `Version ${write.version} was given after ${greatest.version} had been acknowledged:\n${both}`;
    return [{ rule: 'versions increase over time', text }];
  });
}

/** A version always has the same content. */
export function checkSightings(sightings: Iterable<Sighting>): Violation[] {
  const first = new Map<number, Sighting>();
  const violations: Violation[] = [];
  for (const sighting of sightings) {
    const other = first.get(sighting.version);
    if (!other) {
      first.set(sighting.version, sighting);
      continue;
    }
    if (other.key === sighting.key && isSame(other.content, sighting.content)) continue;
    const text = `Version ${sighting.version} is two things:\n  ${shown(other)}\n  ${shown(sighting)}`;
    violations.push({ rule: 'a version has one content', text });
  }
  return violations;
}

const shown = ({ key, content, by }: Sighting): string =>
  `${key} last=${content.last} a=${content.a} b=${content.b} (${by})`;
