import type { PersistentVolumeClaim } from '@orch/api';
import { classOfClaim } from '@orch/apimachinery';
import type { ExtractReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { setDefaultClass } from './set-default-class.js';

/** Sets the default class on a claim without a class; the empty string explicitly requests no class (C-178). */
export function defaultStorageClass(reader: ExtractReader, { annotations, groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.storage, resource: 'storageclasses' };
  const withDefault = setDefaultClass(reader, classes, annotations.defaultStorageClass, 'storageClassName');
  return {
    name: 'DefaultStorageClass',
    handles: (a) =>
      a.operation === 'CREATE' &&
      a.definition.gvr.resource === 'persistentvolumeclaims' &&
      a.definition.gvr.group === '',
    mutate: (a) =>
      classOfClaim(a.object as PersistentVolumeClaim, annotations.claimStorageClass) === undefined
        ? withDefault(a)
        : a.object!,
  };
}
