import { groupResource } from '@orch/apimachinery';
import type { CountedResource, QuotaSpec } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import { countings, type Counting, type Countings } from './plan.js';

interface KnownQuota {
  readonly spec: QuotaSpec | undefined;
  readonly countings: Countings;
}

/** Which resources the quotas count, read once from each version of a quota. Keys are texts of object keys. */
export class CountedResources {
  private readonly known = new Map<string, KnownQuota>();
  /** Number of quotas that count a resource. */
  private readonly quotas = new Map<string, number>();

  constructor(private readonly vocabulary: Vocabulary) {}

  /** Whether any known quota counts a resource. */
  has(resource: CountedResource): boolean {
    return this.quotas.has(groupResource(resource));
  }

  /** Whether a known quota counts a resource. */
  isCountedBy(key: string, resource: CountedResource): boolean {
    return this.known.get(key)?.countings.has(groupResource(resource)) === true;
  }

  /** What a known quota counts. */
  of(key: string): Iterable<Counting> {
    return this.known.get(key)?.countings.values() ?? [];
  }

  /** Reads a new version of a quota, in steps. One at a time for each key. */
  *learn(key: string, spec: QuotaSpec | undefined): Generator<undefined, void> {
    const before = this.known.get(key);
    if (before && before.spec === spec) return;
    const now = yield* countings(spec, this.vocabulary);
    for (const name of now.keys()) {
      this.quotas.set(name, (this.quotas.get(name) ?? 0) + 1);
      yield;
    }
    this.known.set(key, { spec, countings: now });
    if (before) yield* this.drop(before);
  }

  /** Forgets a deleted quota, in steps. One at a time for each key. */
  *forget(key: string): Generator<undefined, void> {
    const before = this.known.get(key);
    if (!before) return;
    this.known.delete(key);
    yield* this.drop(before);
  }

  private *drop({ countings: before }: KnownQuota): Generator<undefined, void> {
    for (const name of before.keys()) {
      const left = this.quotas.get(name)! - 1;
      if (left > 0) this.quotas.set(name, left);
      else this.quotas.delete(name);
      yield;
    }
  }
}
