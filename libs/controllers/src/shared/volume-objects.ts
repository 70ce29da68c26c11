import type { LabelSelectorObject } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** Spec of a claim, also in the template of an ephemeral volume. */
export interface ClaimSpec {
  readonly accessModes?: readonly string[];
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  readonly selector?: LabelSelectorObject;
  readonly storageClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
  readonly dataSource?: object;
  readonly dataSourceRef?: object;
}

export interface Claim extends HasMetadata {
  readonly spec?: ClaimSpec;
  readonly status?: {
    readonly phase?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
  };
}

export interface ClaimReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Empty: reserved for a claim that does not exist yet. */
  readonly uid?: string;
}

export interface Volume extends HasMetadata {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
    readonly claimRef?: ClaimReference;
    readonly csi?: object;
    readonly persistentVolumeReclaimPolicy?: string;
    readonly storageClassName?: string;
    readonly volumeMode?: string;
  };
  readonly status?: { readonly phase?: string; readonly message?: string; readonly reason?: string };
}

export interface StorageClass extends HasMetadata {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
}

export const claims: ResourceLike<Claim> = builtinResources.persistentVolumeClaims;
export const volumes: ResourceLike<Volume> = builtinResources.persistentVolumes;
export const storageClasses: ResourceLike<StorageClass> = builtinResources.storageClasses;

/** Whether the `claimRef` of a volume is this claim: by name and, if set, by uid. */
export function isFor({ spec }: Volume, { metadata }: Claim): boolean {
  const { namespace, name, uid } = spec?.claimRef ?? {};
  return namespace === metadata.namespace && name === metadata.name && (!uid || uid === metadata.uid);
}
