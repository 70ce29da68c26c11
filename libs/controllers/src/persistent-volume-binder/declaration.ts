import { keyOf, keyText, type InformerOptions } from '@orch/client';
import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { ClaimReconciler } from './claim-reconciler.js';
import { ephemeralClaims, pods } from './ephemeral-claims.js';
import { EphemeralReconciler } from './ephemeral-reconciler.js';
import { claimOf, claims, storageClasses, volumes, type Claim, type Volume } from './volume-objects.js';
import { VolumeReconciler } from './volume-reconciler.js';

/** Claims by the volume they name; those that name none stand under the empty name. */
const BY_VOLUME = 'volume';
/** Volumes by the claim they are for. */
const BY_CLAIM = 'claim';

const claimOptions: InformerOptions<Claim> = {
  indexes: { [BY_VOLUME]: (claim) => [claim.spec?.volumeName ?? ''] },
};
const volumeOptions: InformerOptions<Volume> = {
  indexes: { [BY_CLAIM]: (volume) => [claimOf(volume)].flatMap((key) => (key ? [keyText(key)] : [])) },
};

const binder: ControllerDeclaration = {
  name: 'persistent-volume-binder',
  watches: [
    watch(claims, { options: claimOptions }),
    watch(volumes, {
      options: volumeOptions,
      mapToKeys: (volume, informers) => {
        const claim = claimOf(volume);
        if (claim) return [claim, ...namedBy(volume.metadata.name ?? '')];
        // A free volume may be what any unbound claim waits for.
        return [...namedBy(volume.metadata.name ?? ''), ...namedBy('')];
        function namedBy(name: string) {
          return informers.lister(claims, claimOptions).byIndex(BY_VOLUME, name).map(keyOf);
        }
      },
    }),
  ],
  reconciler: ({ client, informers }) =>
    new ClaimReconciler(
      informers.lister(claims, claimOptions),
      informers.lister(volumes, volumeOptions),
      informers.lister(storageClasses),
      client.resource(claims),
      client.resource(volumes),
    ),
};

const phases: ControllerDeclaration = {
  name: 'persistent-volume-phase',
  watches: [
    watch(volumes, { options: volumeOptions }),
    watch(claims, {
      options: claimOptions,
      mapToKeys: (claim, informers) =>
        informers
          .lister(volumes, volumeOptions)
          .byIndex(BY_CLAIM, keyText(keyOf(claim)))
          .map(keyOf),
    }),
  ],
  reconciler: ({ client, informers }) =>
    new VolumeReconciler(
      informers.lister(volumes, volumeOptions),
      informers.lister(claims, claimOptions),
      client.resource(claims),
      client.resource(volumes),
    ),
};

const ephemeral: ControllerDeclaration = {
  name: 'ephemeral-volume',
  watches: [
    watch(pods, { filter: ({ type, object }) => type !== 'deleted' && ephemeralClaims(object).length > 0 }),
    watch(claims, {
      options: claimOptions,
      filter: ({ type }) => type === 'deleted',
      mapToKeys: ({ metadata }) =>
        (metadata.ownerReferences ?? [])
          .filter(({ kind, controller }) => controller && kind === 'Pod')
          .map(({ name }) => ({ namespace: metadata.namespace ?? '', name })),
    }),
  ],
  reconciler: ({ client, informers, events }) =>
    new EphemeralReconciler(
      informers.lister(pods),
      informers.lister(claims, claimOptions),
      client.resource(claims),
      events,
    ),
};

export const persistentVolumeBinder: ControllerEntry = {
  name: 'persistent-volume-binder',
  aliases: ['persistentvolume-binder', 'ephemeral-volume'],
  defaultOn: true,
  summary: 'Binds claims to volumes, says where volumes are in their life, makes the claims of ephemeral volumes.',
  flags: [],
  declare: () => [binder, phases, ephemeral],
};
