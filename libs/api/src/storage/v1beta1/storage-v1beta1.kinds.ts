import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { csiDriverKind } from '../v1/csi-driver/csi-driver.kind.js';
import { csiNodeKind } from '../v1/csi-node/csi-node.kind.js';
import { csiStorageCapacityKind } from '../v1/csi-storage-capacity/csi-storage-capacity.kind.js';
import { storageClassKind } from '../v1/storage-class/storage-class.kind.js';
import { volumeAttachmentKind } from '../v1/volume-attachment/volume-attachment.kind.js';

const structs = structVersion('storage.v1', 'storage.v1beta1', {
  since: { 24: undefined },
  fields: {
    'CSIDriverSpec.volumeLifecycleModes': { listType: 'atomic' },
    'CSIDriverSpec.storageCapacity': { featureGate: undefined },
  },
});

const older = (stored: KindDeclaration, deprecated: number, removed: number): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1beta1',
    structs,
    lifecycle: { deprecated, removed, replacement: { group: 'storage', version: 'v1', kind: stored.kind } },
  });

const alphaStructs = structVersion('storage.v1', 'storage.v1alpha1', { since: { 24: undefined } });

const alpha = (stored: KindDeclaration, replacement: string): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1alpha1',
    structs: alphaStructs,
    lifecycle: { deprecated: 21, replacement: { group: 'storage', version: replacement, kind: stored.kind } },
  });

/** B-404, B-405, D-237, D-253. */
export const olderStorageKinds: readonly KindDeclaration[] = [
  older(csiStorageCapacityKind, 24, 27),
  older(csiDriverKind, 19, 22),
  older(csiNodeKind, 17, 22),
  older(storageClassKind, 19, 22),
  older(volumeAttachmentKind, 19, 22),
  alpha(volumeAttachmentKind, 'v1'),
  alpha(csiStorageCapacityKind, 'v1beta1'),
];
