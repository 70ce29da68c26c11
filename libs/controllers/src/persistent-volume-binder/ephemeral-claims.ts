import { builtinResources, type HasMetadata, type ObjectKey, type ResourceLike } from '@orch/client';
import type { Claim, ClaimSpec } from '../shared/volume-objects.js';

/** A pod, with the fields for its ephemeral claims. */
export interface Pod extends HasMetadata {
  readonly spec?: {
    readonly volumes?: readonly {
      readonly name: string;
      readonly ephemeral?: {
        readonly volumeClaimTemplate?: {
          readonly metadata?: {
            readonly labels?: Record<string, string>;
            readonly annotations?: Record<string, string>;
          };
          readonly spec?: ClaimSpec;
        };
      };
    }[];
  };
  readonly status?: { readonly phase?: string };
}

export const pods: ResourceLike<Pod> = builtinResources.pods;

/** Claims of the pod's ephemeral volumes: `<pod>-<volume>`, owned by the pod, so that they are deleted with it (A-349..A-352). */
export function ephemeralClaims({ metadata, spec }: Pod): Claim[] {
  const { namespace, name, uid } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Pod', name, uid, controller: true, blockOwnerDeletion: true };
  return (spec?.volumes ?? []).flatMap(({ name: volume, ephemeral }) => {
    const template = ephemeral?.volumeClaimTemplate;
    if (!template) return [];
    const { labels, annotations } = template.metadata ?? {};
    return [
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: {
          namespace,
          name: `${name}-${volume}`,
          ...(labels ? { labels } : {}),
          ...(annotations ? { annotations } : {}),
          ownerReferences: [owner],
        },
        spec: template.spec,
      } as unknown as Claim,
    ];
  });
}

/** Keys of {@link ephemeralClaims}. */
export const ephemeralClaimKeys = ({ metadata: { namespace = '', name }, spec }: Pod): ObjectKey[] =>
  (spec?.volumes ?? [])
    .filter(({ ephemeral }) => ephemeral?.volumeClaimTemplate)
    .map((volume) => ({ namespace, name: `${name}-${volume.name}` }));

/** Terminating and terminated pods need no claims. */
export const needsClaims = ({ metadata, status }: Pod): boolean =>
  !metadata.deletionTimestamp && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';

/** Whether a claim of that name was made for the pod. */
export const isOwnedBy = (claim: Claim, pod: Pod): boolean =>
  (claim.metadata.ownerReferences ?? []).some(({ uid, controller }) => controller && uid === pod.metadata.uid);
