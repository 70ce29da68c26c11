import { plus, times, usageOf, inScope, only, type Amounts, type CountedResource } from '@orch/quota';
import type { Clock, GroupVersionResource } from '@orch/apimachinery';
import type { Client } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import type { Counting } from './plan.js';
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

  async of(quota: ResourceQuota, countings: readonly Counting[], signal: AbortSignal): Promise<Amounts> {
    let usage: Amounts = new Map();
    for (const { counted, measured } of countings) {
      const resource = this.served(counted);
      if (!resource) continue;
      const namespace = quota.metadata.namespace ?? '';
      usage = plus(
        usage,
        measured
          ? await this.measure(quota, counted, resource, namespace, signal)
          : await this.number(counted, resource, namespace, signal),
      );
    }
    return only(usage, new Set(Object.keys(quota.spec?.hard ?? {})));
  }

  private async measure(
    { spec = {} }: ResourceQuota,
    counted: CountedResource,
    resource: GroupVersionResource,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Amounts> {
    let usage: Amounts = new Map();
    for await (const object of this.client.resource(resource).namespace(namespace).listAll({ signal })) {
      const existing = object as Parameters<typeof usageOf>[1];
      if (!inScope(spec, counted, existing)) continue;
      usage = plus(usage, usageOf(counted, existing, this.vocabulary, this.clock.now()));
    }
    return usage;
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
