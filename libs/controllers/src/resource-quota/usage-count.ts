import { Quantity, type Clock, type GroupVersionResource } from '@orch/apimachinery';
import type { Client } from '@orch/client';
import { turnShare } from '@orch/controller-kit';
import { inScope, times, usageOf, type Amounts, type CountedResource } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import type { Countings } from './plan.js';
import type { ResourceQuota } from './quota.js';

/** The served version of a counted resource; undefined when it is not served. */
export type FindServed = (counted: CountedResource) => GroupVersionResource | undefined;

/** Counts the existing objects, listed from the server. */
export class UsageCount {
  constructor(
    private readonly client: Pick<Client, 'resource' | 'metadata'>,
    private readonly served: FindServed,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  /** The usage under a quota. Names that nothing is counted under are absent. */
  async of(quota: ResourceQuota, countings: Countings, signal: AbortSignal): Promise<Amounts> {
    const usage = new Map<string, Quantity>();
    const namespace = quota.metadata.namespace ?? '';
    const hard = quota.spec?.hard ?? {};
    const add = (amounts: Amounts): void => {
      for (const [name, amount] of amounts) {
        if (Object.hasOwn(hard, name)) usage.set(name, (usage.get(name) ?? Quantity.zero).add(amount));
      }
    };
    for (const { counted, measured } of countings.values()) {
      const turn = turnShare.next();
      if (turn) await turn;
      const resource = this.served(counted);
      if (!resource) continue;
      if (measured) await this.measure(add, quota, counted, resource, namespace, signal);
      else add(await this.number(counted, resource, namespace, signal));
    }
    return usage;
  }

  private async measure(
    add: (amounts: Amounts) => void,
    { spec = {} }: ResourceQuota,
    counted: CountedResource,
    resource: GroupVersionResource,
    namespace: string,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const object of this.client.resource(resource).namespace(namespace).listAll({ signal })) {
      const turn = turnShare.next();
      if (turn) await turn;
      const existing = object as Parameters<typeof usageOf>[1];
      if (inScope(spec, counted, existing)) add(usageOf(counted, existing, this.vocabulary, this.clock.now()));
    }
  }

  /** Reads one object and the remaining count: the content does not matter. */
  private async number(
    counted: CountedResource,
    resource: GroupVersionResource,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Amounts> {
    const { items, metadata } = await this.client.metadata(resource).namespace(namespace).list({ limit: 1, signal });
    const [first] = items;
    if (!first) return new Map();
    const each = usageOf(counted, { metadata: {} }, this.vocabulary, this.clock.now());
    return times(each, items.length + (metadata.remainingItemCount ?? 0));
  }
}
