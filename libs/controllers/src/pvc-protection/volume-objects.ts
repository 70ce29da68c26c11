import { builtinResources, type HasMetadata, type ObjectKey, type ResourceLike } from '@orch/client';
import { isPossibleName } from '../shared/possible-name.js';

/** A pod, with the fields for its use of claims. */
export interface Pod extends HasMetadata {
  readonly spec?: {
    readonly volumes?: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
      readonly ephemeral?: unknown;
    }[];
  };
  readonly status?: { readonly phase?: string };
}

export interface PersistentVolumeClaim extends HasMetadata {
  readonly spec?: { readonly volumeName?: string };
}

export interface PersistentVolume extends HasMetadata {
  readonly spec?: {
    readonly claimRef?: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
  };
  readonly status?: { readonly phase?: string };
}

export const pods: ResourceLike<Pod> = builtinResources.pods;
export const claims: ResourceLike<PersistentVolumeClaim> = builtinResources.persistentVolumeClaims;
export const volumes: ResourceLike<PersistentVolume> = builtinResources.persistentVolumes;

/** Claims of a pod: of its volumes, and `<pod>-<volume>` for each ephemeral volume. Without duplicates. */
export function claimsOfPod(pod: Pod): readonly ObjectKey[] {
  const names = new Set<string>();
  for (const volume of pod.spec?.volumes ?? []) {
    if (volume.persistentVolumeClaim) {
      const { claimName } = volume.persistentVolumeClaim;
      if (isPossibleName(claimName)) names.add(claimName);
    } else if (volume.ephemeral !== undefined) names.add(`${pod.metadata.name}-${volume.name}`);
  }
  return [...names].map((name) => ({ namespace: pod.metadata.namespace ?? '', name }));
}
