import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Adds a finalizer to new claims and volumes, so that they are not deleted while in use. */
export function storageObjectInUseProtection(vocabulary: Vocabulary): AdmissionPlugin {
  const finalizers = new Map([
    ['persistentvolumeclaims', vocabulary.finalizers.pvcProtection],
    ['persistentvolumes', vocabulary.finalizers.pvProtection],
  ]);
  const finalizerOf = (a: AdmissionAttributes): string | undefined =>
    a.operation === 'CREATE' && a.definition.gvr.group === '' ? finalizers.get(a.definition.gvr.resource) : undefined;
  return {
    name: 'StorageObjectInUseProtection',
    handles: (a) => finalizerOf(a) !== undefined,
    mutate: (a) => withFinalizer(a.object!, finalizerOf(a)!),
  };
}

function withFinalizer(object: ApiObject, finalizer: string): ApiObject {
  const present = object.metadata.finalizers ?? [];
  if (present.includes(finalizer)) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...present, finalizer] } };
}
