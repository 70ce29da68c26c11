import { FieldPath, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { requireName } from '../../../validation/names.js';
import { validateNotNegative } from '../../../validation/values.js';
import type { CSIStorageCapacity } from './csi-storage-capacity.types.js';

/** A-438..A-447, C-208. */
export const csiStorageCapacityStrategy = (): Strategy<CSIStorageCapacity> => ({
  validateCreate: validateCapacity,
  validateUpdate: (capacity, old) => [
    ...validateCapacity(capacity),
    ...validateUnchanged<CSIStorageCapacity>(FieldPath.root, capacity, old, ['nodeTopology', 'storageClassName']),
  ],
});

function validateCapacity(capacity: CSIStorageCapacity): FieldError[] {
  return [
    ...requireName(FieldPath.of('storageClassName'), capacity.storageClassName, 'dns-subdomain'),
    ...validateNotNegative(FieldPath.of('capacity'), capacity.capacity),
    ...validateNotNegative(FieldPath.of('maximumVolumeSize'), capacity.maximumVolumeSize),
    ...validateLabelSelector(capacity.nodeTopology, FieldPath.of('nodeTopology')),
  ];
}
