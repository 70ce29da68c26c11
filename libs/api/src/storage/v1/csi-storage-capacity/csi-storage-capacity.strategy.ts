import { FieldPath, goLabelSelector, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import { mapLabelWarnings, requirementWarnings } from '../../../core/v1/node-label-warnings.js';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkSetName } from '../../../validation/names.js';
import { validateNotNegative } from '../../../validation/values.js';
import type { CSIStorageCapacity } from './csi-storage-capacity.types.js';
import { warningText } from '../../../validation/warning-text.js';

const TOPOLOGY = FieldPath.of('nodeTopology');

/** A-438..A-447, C-208. */
export const csiStorageCapacityStrategy = (): Strategy<CSIStorageCapacity> => ({
  validateCreate: validateCapacity,
  validateUpdate: (capacity, old) => [
    ...validateCapacity(capacity),
    ...validateUnchanged<CSIStorageCapacity>(FieldPath.root, capacity, old, ['nodeTopology', 'storageClassName'], {
      nodeTopology: goLabelSelector,
    }),
  ],
  warnings: ({ nodeTopology }, { vocabulary: { labels } }) => [
    ...requirementWarnings(TOPOLOGY.child('matchExpressions'), nodeTopology?.matchExpressions, labels),
    ...mapLabelWarnings(nodeTopology?.matchLabels, labels, (label, why) =>
      warningText(TOPOLOGY.child('matchLabels').child(label), why),
    ),
  ],
});

function validateCapacity(capacity: CSIStorageCapacity): FieldError[] {
  return [
    ...checkSetName(FieldPath.of('storageClassName'), capacity.storageClassName ?? '', 'dns-subdomain'),
    ...validateNotNegative(FieldPath.of('capacity'), capacity.capacity),
    ...validateLabelSelector(capacity.nodeTopology, TOPOLOGY),
  ];
}
