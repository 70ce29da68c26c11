import { SYSTEM_PRIORITY_CLASSES } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'system-cluster-critical':
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  'system-node-critical': 'Used for system critical pods that must not be moved from their current node.',
};

/** Creates the system priority classes (D-178). */
export async function ensurePriorityClasses(writes: LoopbackClient, { groups }: Vocabulary): Promise<void> {
  const apiVersion = `${groups.scheduling}/v1`;
  await Promise.all(
    Object.entries(SYSTEM_PRIORITY_CLASSES).map(([name, value]) =>
      unlessDamaged(() =>
        writes.createIfAbsent(`priorityclasses.${groups.scheduling}`, '', {
          ...{ apiVersion, kind: 'PriorityClass', metadata: { name }, value },
          description: DESCRIPTIONS[name],
        }),
      ),
    ),
  );
}
