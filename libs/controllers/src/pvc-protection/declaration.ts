import { keyOf, keyText, type InformerOptions } from '@orch/client';
import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { ProtectionReconciler } from './protection-reconciler.js';
import { CLAIM_BY_VOLUME, POD_BY_CLAIM, usedByClaims, usedByPods } from './uses.js';
import {
  claimOfVolume,
  claims,
  claimsOfPod,
  pods,
  volumes,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
} from './volume-objects.js';

/** Index of volumes by the claim they are for. */
const VOLUME_BY_CLAIM = 'claim';

const podOptions: InformerOptions<Pod> = {
  indexes: { [POD_BY_CLAIM]: (pod) => claimsOfPod(pod).map(keyText) },
};
const claimOptions: InformerOptions<PersistentVolumeClaim> = {
  indexes: { [CLAIM_BY_VOLUME]: (claim) => (claim.spec?.volumeName ? [claim.spec.volumeName] : []) },
};
const volumeOptions: InformerOptions<PersistentVolume> = {
  indexes: { [VOLUME_BY_CLAIM]: (volume) => [claimOfVolume(volume)].flatMap((key) => (key ? [keyText(key)] : [])) },
};

const claimProtection = (entry: string): ControllerDeclaration => ({
  name: 'pvc-protection',
  watches: [
    watch(claims, {
      options: claimOptions,
      filter: (change) => change.object.metadata.deletionTimestamp !== undefined,
    }),
    watch(pods, { options: podOptions, mapToKeys: claimsOfPod, filter: (change) => change.type !== 'added' }),
  ],
  reconciler: ({ client, informers }) =>
    new ProtectionReconciler(
      informers.lister(claims, claimOptions),
      usedByPods(informers.lister(pods, podOptions), client.resource(pods)),
      client.resource(claims),
      entry,
    ),
});

const volumeProtection = (entry: string): ControllerDeclaration => ({
  name: 'pv-protection',
  watches: [
    watch(volumes, {
      options: volumeOptions,
      filter: (change) => change.object.metadata.deletionTimestamp !== undefined,
    }),
    watch(claims, {
      options: claimOptions,
      filter: (change) => change.type !== 'added',
      mapToKeys: (claim, informers) => [
        ...(claim.spec?.volumeName ? [{ namespace: '', name: claim.spec.volumeName }] : []),
        ...informers
          .lister(volumes, volumeOptions)
          .byIndex(VOLUME_BY_CLAIM, keyText(keyOf(claim)))
          .map(keyOf),
      ],
    }),
  ],
  reconciler: ({ client, informers }) =>
    new ProtectionReconciler(
      informers.lister(volumes, volumeOptions),
      usedByClaims(informers.lister(claims, claimOptions), client.resource(claims)),
      client.resource(volumes),
      entry,
    ),
});

export const pvcProtection: ControllerEntry = {
  name: 'pvc-protection',
  aliases: ['pv-protection'],
  defaultOn: true,
  summary: 'Keeps claims and volumes that are in use from going.',
  flags: [],
  declare: ({ vocabulary }: ControllerOptions) => [
    claimProtection(vocabulary.finalizers.pvcProtection),
    volumeProtection(vocabulary.finalizers.pvProtection),
  ],
};
