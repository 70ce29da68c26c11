import type { PersistentVolumeClaim } from '@orch/api';
import { classOfClaim, defaultClass } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Sets the default class on a claim without a class; the empty string explicitly requests no class (C-178). */
export function defaultStorageClass(reader: ObjectReader, vocabulary: Vocabulary): AdmissionPlugin {
  const classes = { group: vocabulary.groups.storage, resource: 'storageclasses' };
  return {
    name: 'DefaultStorageClass',
    handles: (a) =>
      a.operation === 'CREATE' &&
      a.definition.gvr.resource === 'persistentvolumeclaims' &&
      a.definition.gvr.group === '',
    mutate: (a) => {
      const claim = a.object as PersistentVolumeClaim;
      if (classOfClaim(claim, vocabulary.annotations.claimStorageClass) !== undefined) return a.object!;
      const storageClassName = defaultClass(reader.readAll(classes), vocabulary.annotations.defaultStorageClass);
      return storageClassName === undefined ? a.object! : { ...a.object!, spec: { ...claim.spec, storageClassName } };
    },
  };
}
