import type { LimitRangeItem } from '@orch/api';

/**
 * Names of default limits and of default requests that are read, at most: a pod could not list more in its annotation. Ranges may have a million
 * together.
 */
const MAX_NAMES = 20_000;

/** Defaults of containers by all limit ranges of a namespace. If several ranges set a default, the first applies. */
export class ContainerDefaults {
  readonly limits: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly requests: Record<string, string> = Object.create(null) as Record<string, string>;
  private limitNames = 0;
  private requestNames = 0;

  get isEmpty(): boolean {
    return this.limitNames + this.requestNames === 0;
  }

  /** Whether there are more than a pod may list. */
  get areTooMany(): boolean {
    return this.limitNames > MAX_NAMES || this.requestNames > MAX_NAMES;
  }

  /** @param item of a range; those of other objects than containers have no defaults. */
  add({ type, default: limits, defaultRequest: requests }: LimitRangeItem): void {
    if (type !== 'Container' || this.areTooMany) return;
    this.limitNames += addMissing(this.limits, limits);
    this.requestNames += addMissing(this.requests, requests);
  }
}

/** The number of names that were missing. */
function addMissing(known: Record<string, string>, more: Readonly<Record<string, string>> = {}): number {
  let added = 0;
  for (const name of Object.keys(more)) {
    if (Object.hasOwn(known, name)) continue;
    known[name] = more[name]!;
    added++;
  }
  return added;
}
