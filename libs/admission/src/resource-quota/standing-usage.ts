import type { ResourceQuota } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { amountsFrom, countedBy, inScope, only, plus, usageOf, type Amounts, type CountedResource } from '@orch/quota';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { UsageCounter } from './charge.js';

/** Counts the objects that stand in the namespace of a quota. Costs a look at each of them. */
export const standingUsage =
  (reader: ObjectReader, vocabulary: Vocabulary, clock: Clock): UsageCounter =>
  ({ metadata, spec = {} }: ResourceQuota) => {
    const hard = amountsFrom(spec.hard);
    const counted = new Map<string, CountedResource>();
    for (const name of hard.keys()) {
      const by = countedBy(name, vocabulary)?.counted;
      if (by) counted.set(`${by.resource}.${by.group}`, by);
    }
    let used: Amounts = new Map([...hard].map(([name, amount]) => [name, amount.sub(amount)]));
    for (const resource of counted.values()) {
      for (const object of reader.readAll(resource, metadata.namespace)) {
        if (!inScope(spec, resource, object)) continue;
        used = plus(used, only(usageOf(resource, object, vocabulary, clock.now()), hard));
      }
    }
    return used;
  };
