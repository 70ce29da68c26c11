import type { Vocabulary } from '@orch/vocabulary';
import { CLUSTER_INFO } from '@orch/authorization';
import { renderClientConfiguration } from './client-configuration.js';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';

/** Characters of `2024-03-01`. */
const DATE_LENGTH = 10;

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

/** Creates the ConfigMap from which controllers take the age of unused tokens in Secrets. @param now RFC 3339. */
export async function ensureTokenTracking(writes: LoopbackClient, vocabulary: Vocabulary, now: string): Promise<void> {
  const { namespaces, tokenTrackingConfigMap: name } = vocabulary;
  const data = { since: now.slice(0, DATE_LENGTH) };
  await unlessDamaged(() =>
    writes.createIfAbsent('configmaps', namespaces.system, {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
      data,
    }),
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
