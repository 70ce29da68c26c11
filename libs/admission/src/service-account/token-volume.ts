import type { Container, PodSpec, Volume } from '@orch/api';
import { generateName, withMember, type Random } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { POD_TOKEN_SECONDS } from '@orch/authentication';

/** Readable by all, writable by the owner: 0644. */
const MODE = 0o644;

/**
 * Mounts the token of the account in every container, at the path where clients expect it; a container with another mount at that
 * path keeps it. Pure except for the name of the volume.
 */
export function withTokenVolume(spec: PodSpec, vocabulary: Vocabulary, random: Random): PodSpec {
  const path = vocabulary.client.serviceAccountMount;
  const { volumePrefix } = vocabulary.serviceAccountTokens;
  const lacks = (container: Container): boolean => !container.volumeMounts?.some(({ mountPath }) => mountPath === path);
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  if (!containers.some(lacks)) return spec;
  const existing = spec.volumes?.find(({ name }) => name?.startsWith(volumePrefix));
  const name = existing?.name ?? generateName(volumePrefix, random);
  const mounted = <T extends Container>(container: T): T =>
    lacks(container)
      ? withMember(container, 'volumeMounts', [
          ...(container.volumeMounts ?? []),
          { name, mountPath: path, readOnly: true },
        ])
      : container;
  const changed = { ...spec };
  if (!existing) changed.volumes = [...(spec.volumes ?? []), tokenVolume(name, vocabulary)];
  if (spec.containers) changed.containers = spec.containers.map(mounted);
  if (spec.initContainers) changed.initContainers = spec.initContainers.map(mounted);
  return changed;
}

/** A rotated token, the CA bundle and the namespace: the configuration of an in-cluster client. */
const tokenVolume = (name: string, { rootCaConfigMap }: Vocabulary): Volume => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: POD_TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: rootCaConfigMap, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: MODE,
  },
});
