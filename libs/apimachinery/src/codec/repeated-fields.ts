import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';

/** Longest path that is reported; the rest is cut off. Unit: characters. */
const MAX_PATH_CHARACTERS = 1_024;

/** One step of the way to a field: the name of a member, or the index of an item. */
export type PathStep = string | number;

/** Paths of members given more than once in one object, as `spec.containers[0].name`; each once, in order of their repeat, the first 100. */
export class RepeatedFields {
  private readonly paths = new Set<string>();

  get isFull(): boolean {
    return this.paths.size >= MAX_REPORTED_FIELDS;
  }

  /** Not when full: callers look first, as making the steps costs more than a path that is not kept is worth. */
  add(steps: readonly PathStep[]): void {
    this.paths.add(pathOf(steps));
  }

  list(): string[] {
    return [...this.paths];
  }
}

function pathOf(steps: readonly PathStep[]): string {
  let path = '';
  for (const step of steps) {
    if (path.length > MAX_PATH_CHARACTERS) break;
    if (typeof step === 'number') path += `[${step}]`;
    else path += path === '' ? step : `.${step}`;
  }
  return path.length > MAX_PATH_CHARACTERS ? `${path.slice(0, MAX_PATH_CHARACTERS)}...` : path;
}
