import type { Vocabulary } from '@orch/vocabulary';
import { CLUSTER_INFO } from '@orch/authorization';
import { renderClientConfiguration } from './client-configuration.js';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';

/** Address and CA of this server, as published to clients. */
export interface ServerAddress {
  readonly url: string;
  readonly certificateAuthorityPem: string;
}

/** Creates the bootstrap namespaces (A-003, A-004, C-001). */
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
 * Creates or updates the ConfigMap `cluster-info`. Only its client configuration is written; signatures of
 * others stay until they are renewed. An operator who edits it by hand turns this off with the annotation `autoupdate:
 * "false"`.
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
  const current = writes.read('configmaps', namespace, CLUSTER_INFO);
  if (!current) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: CLUSTER_INFO }, data: { [key]: config } };
    return writes.createIfAbsent('configmaps', namespace, object);
  }
  if (current.metadata.annotations?.[vocabulary.annotations.autoUpdate] === 'false') return;
  if ((current['data'] as Record<string, string> | undefined)?.[key] === config) return;
  await writes.change('configmaps', namespace, CLUSTER_INFO, (old) => ({
    ...old,
    data: { ...(old['data'] as Record<string, string> | undefined), [key]: config },
  }));
}
