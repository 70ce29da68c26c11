import { reportedPath } from '../schema/reported-path.js';
import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';

/** One step of a field path: the name of a member, or the index of an item. */
export type PathStep = string | number;

/** Paths of duplicate members, such as `spec.containers[0].name`; each once, in order of occurrence, at most 100. */
export class RepeatedFields {
  private readonly paths = new Set<string>();

  get isFull(): boolean {
    return this.paths.size >= MAX_REPORTED_FIELDS;
  }

  /** Do not call when full: callers check first, because building the steps is expensive. */
  add(steps: readonly PathStep[]): void {
    this.paths.add(reportedPath(steps));
  }

  list(): string[] {
    return [...this.paths];
  }
}
