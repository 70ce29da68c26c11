import type { ResourceQuota } from '@orch/api';
import { Quantity, type Clock } from '@orch/apimachinery';
import { countedBy, inScope, usageOf, type CountedResource } from '@orch/quota';
import type { SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { STEP_NAMES, type WrittenAmounts } from './charge.js';

/** Calculates the usage of a quota whose status is not up to date: every name of the quota with its amount. */
export type UsageCounter = (quota: ResourceQuota) => Generator<undefined, WrittenAmounts>;

/** Calculates usage from the current objects in the namespace of a quota. Reads each of them, in steps. */
export const currentUsage = (
  reader: Pick<SteppedReader, 'visitInSteps'>,
  vocabulary: Vocabulary,
  clock: Clock,
): UsageCounter =>
  function* ({ metadata, spec = {} }) {
    const used: Record<string, string> = {};
    const counted = new Map<string, CountedResource>();
    for (const [at, name] of Object.keys(spec.hard ?? {}).entries()) {
      used[name] = '0';
      const by = countedBy(name, vocabulary)?.counted;
      if (by) counted.set(`${by.resource}.${by.group}`, by);
      if ((at + 1) % STEP_NAMES === 0) yield;
    }
    const sums = new Map<string, Quantity>();
    let resources = 0;
    for (const resource of counted.values()) {
      if (++resources % STEP_NAMES === 0) yield;
      yield* reader.visitInSteps(resource, metadata.namespace, (object) => {
        if (!inScope(spec, resource, object)) return;
        for (const [name, amount] of usageOf(resource, object, vocabulary, clock.now())) {
          if (Object.hasOwn(used, name)) sums.set(name, (sums.get(name) ?? Quantity.zero).add(amount));
        }
      });
    }
    for (const [name, sum] of sums) used[name] = sum.toString();
    return used;
  };
