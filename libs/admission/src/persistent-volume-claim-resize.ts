import type { PersistentVolumeClaim } from '@orch/api';
import { classOfClaim, Quantity } from '@orch/apimachinery';
import type { PartReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { forbidden } from './forbidden.js';

/** Refuses a larger storage request unless the class of the claim has `allowVolumeExpansion: true` (D-183). */
export function persistentVolumeClaimResize(
  reader: Pick<PartReader, 'partOf'>,
  vocabulary: Vocabulary,
): AdmissionPlugin {
  const classes = { group: vocabulary.groups.storage, resource: 'storageclasses' };
  const classAnnotation = vocabulary.annotations.claimStorageClass;
  const isExpandable = (claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean => {
    const name = classOfClaim(claim, classAnnotation) ?? '';
    if (name === '' || name !== classOfClaim(old, classAnnotation)) return false;
    return reader.partOf(classes, '', name, ['allowVolumeExpansion'])?.toString() === 'true';
  };
  return {
    name: 'PersistentVolumeClaimResize',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'UPDATE' && subresource === '' && gvr.resource === 'persistentvolumeclaims' && gvr.group === '',
    validate: (a) => {
      const [claim, old] = [a.object as PersistentVolumeClaim, a.oldObject as PersistentVolumeClaim];
      if (!isLarger(claim, old)) return;
      if (old.status?.phase !== 'Bound') throw forbidden(a, 'Only bound persistent volume claims can be expanded');
      if (isExpandable(claim, old)) return;
      throw forbidden(
        a,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

function isLarger(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const [size, before] = [storageRequest(claim), storageRequest(old)];
  return size !== before && amount(size).compare(amount(before)) > 0;
}

const storageRequest = ({ spec }: PersistentVolumeClaim): string | undefined => spec?.resources?.requests?.['storage'];

const amount = (text = '0'): Quantity => Quantity.parse(text) ?? Quantity.zero;
