import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateAccessModes } from '../volume/access-modes.js';
import { validateOneSource } from '../volume/volume.validation.js';
import type { PersistentVolumeSpec } from './persistent-volume.types.js';
import { PERSISTENT_SOURCE_RULES } from './persistent-volume.validation.js';

const CONTEXT = 'in the context of inline volumes';

/** A volume that is in another object instead of being one: of a CSI driver, and without what binds and sizes volumes. */
export function validateInlineVolume(
  path: FieldPath,
  spec: PersistentVolumeSpec,
  vocabulary: Vocabulary,
): FieldError[] {
  const { persistentVolumeReclaimPolicy: reclaim = '', volumeMode } = spec;
  const refuse = (field: string, detail = 'may not be specified'): FieldError =>
    fieldError.forbidden(path.child(field), `${detail} ${CONTEXT}`);
  return [
    ...(spec.claimRef ? [refuse('claimRef')] : []),
    ...(Object.keys(spec.capacity ?? {}).length > 0 ? [refuse('capacity')] : []),
    ...(spec.csi ? [] : [fieldError.required(path.child('csi'), `has to be specified ${CONTEXT}`)]),
    ...validateAccessModes(path.child('accessModes'), spec.accessModes, ''),
    ...(reclaim === '' || reclaim === 'Retain' ? [] : [refuse('persistentVolumeReclaimPolicy', 'may only be Retain')]),
    ...(spec.nodeAffinity ? [refuse('nodeAffinity')] : []),
    ...validateOneSource(path, spec, PERSISTENT_SOURCE_RULES, vocabulary),
    ...(spec.storageClassName ? [refuse('storageClassName')] : []),
    ...(volumeMode === undefined || volumeMode === 'Filesystem'
      ? []
      : [refuse('volumeMode', 'may not specify volumeMode other than Filesystem')]),
  ];
}
