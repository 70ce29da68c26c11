import type { Vocabulary } from '@orch/vocabulary';
import { CLUSTER_INFO } from '@orch/authorization';
import { renderClientConfiguration } from './client-configuration.js';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';

/** What newcomers are told: where this server is and which CA it has. */
export interface ServerAddress {
  readonly url: string;
  readonly certificateAuthorityPem: string;
}

/** Makes the namespaces that exist from first start (A-003, A-004, C-001). */
export async function ensureNamespaces(writes: LoopbackClient, vocabulary: Vocabulary): Promise<void> {
  const { namespaces } = vocabulary;
  await Promise.all(
    [namespaces.default, namespaces.system, namespaces.public, namespaces.nodeLease].map((name) =>
      unlessDamaged(() =>
        writes.createIfAbsent('namespaces', '', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
      ),
    ),
  );
}

/**
 * Keeps the ConfigMap `cluster-info` true: only its client configuration, so that signatures others put beside it
 * stay until they sign anew. An operator who writes it by hand turns this off with the annotation `autoupdate: "false"`.
 */
export async function ensureClusterInfo(
  writes: LoopbackClient,
  vocabulary: Vocabulary,
  address: ServerAddress,
): Promise<void> {
  const namespace = vocabulary.namespaces.public;
  const key = vocabulary.clusterInfo.configKey;
  const config = renderClientConfiguration({
    cluster: '',
    server: address.url,
    certificateAuthorityPem: address.certificateAuthorityPem,
  });
  const standing = writes.read('configmaps', namespace, CLUSTER_INFO);
  if (!standing) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: CLUSTER_INFO }, data: { [key]: config } };
    return writes.createIfAbsent('configmaps', namespace, object);
  }
  if (standing.metadata.annotations?.[vocabulary.annotations.autoUpdate] === 'false') return;
  if ((standing['data'] as Record<string, string> | undefined)?.[key] === config) return;
  await writes.change('configmaps', namespace, CLUSTER_INFO, (old) => ({
    ...old,
    data: { ...(old['data'] as Record<string, string> | undefined), [key]: config },
  }));
}
