import { classOfClaim, defaultClass } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Claim, StorageClass } from '../shared/volume-objects.js';

/** What is done about a claim for which no volume exists: an event, a write, or both. */
export interface UnboundPlan {
  readonly event?: { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string };
  /** To be written. */
  readonly claim?: Claim;
}

const normal = (reason: string, message: string): UnboundPlan => ({ event: { type: 'Normal', reason, message } });
const failed = (message: string): UnboundPlan => ({
  event: { type: 'Warning', reason: 'ProvisioningFailed', message },
});

/**
 * A claim without a class gets the default class, also one that is marked later. A claim of a class gets the annotation for which external
 * provisioners wait; of a class that waits for pods, not before the scheduler has chosen a node. As kube-controller-manager does it, but
 * without drivers of its own: provisioners in the domain of built-in ones fail.
 * @param classes all storage classes.
 */
export function planUnbound(claim: Claim, classes: readonly StorageClass[], vocabulary: Vocabulary): UnboundPlan {
  const { annotations: keys, groups, reservedGroupSuffixes } = vocabulary;
  const { annotations = {} } = claim.metadata;
  const requested = classOfClaim(claim, keys.claimStorageClass);
  if (requested === undefined) {
    const storageClassName = defaultClass(classes, keys.defaultStorageClass);
    if (storageClassName !== undefined) return { claim: { ...claim, spec: { ...claim.spec, storageClassName } } };
  }
  if (!requested) {
    return normal('FailedBinding', 'no persistent volumes available for this claim and no storage class is set');
  }
  const storageClass = classes.find(({ metadata }) => metadata.name === requested);
  if (!storageClass) return failed(`storageclass.${groups['storage']} "${requested}" not found`);
  if (waitsForPod(claim, storageClass, vocabulary)) {
    return normal('WaitForFirstConsumer', 'waiting for first consumer to be created before binding');
  }
  const { provisioner = '' } = storageClass;
  if (provisioner.startsWith(`${reservedGroupSuffixes[0]}/`)) {
    return failed(`no volume plugin matched name: ${provisioner}`);
  }
  const message =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. ` +
    'If volume creation is delayed, please verify that the provisioner is running and correctly registered.';
  const plan = normal('ExternalProvisioning', message);
  if (annotations[keys.storageProvisioner] === provisioner) return plan;
  const marks = { [keys.betaStorageProvisioner]: provisioner, [keys.storageProvisioner]: provisioner };
  return { ...plan, claim: { ...claim, metadata: { ...claim.metadata, annotations: { ...annotations, ...marks } } } };
}

/** Whether the class binds when a pod is scheduled, and the scheduler has not chosen a node for a pod of the claim. */
export function waitsForPod(
  claim: Claim,
  storageClass: StorageClass | undefined,
  { annotations: keys }: Vocabulary,
): boolean {
  return bindsLate(storageClass) && claim.metadata.annotations?.[keys.selectedNode] === undefined;
}

/** Whether the scheduler chooses the volumes of the class, where there are any. */
export const bindsLate = (storageClass: StorageClass | undefined): boolean =>
  storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
