import type { Vocabulary } from '@orch/vocabulary';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';

/**
 * Creates the ServiceCIDR with the ranges of the server's flag, ready from the start.
 * @param now transition time of its condition, RFC 3339.
 */
export async function ensureServiceCidr(
  writes: LoopbackClient,
  { groups, apiServerService: name, title }: Vocabulary,
  cidrs: readonly string[],
  now: string,
): Promise<void> {
  const resource = `servicecidrs.${groups.networking}`;
  const ready = {
    ...{ type: 'Ready', status: 'True', lastTransitionTime: now, reason: '' },
    message: `${title} default Service CIDR is ready`,
  };
  await unlessDamaged(() =>
    writes.createIfAbsent(resource, '', {
      ...{ apiVersion: `${groups.networking}/v1`, kind: 'ServiceCIDR', metadata: { name } },
      spec: { cidrs },
      status: { conditions: [ready] },
    }),
  );
}
