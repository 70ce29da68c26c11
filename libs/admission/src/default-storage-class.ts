import type { PersistentVolumeClaim } from '@orch/api';
import { classOfClaim, defaultClass, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, ExtractReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { defaultMark } from './default-mark.js';

/** Sets the default class on a claim without a class; the empty string explicitly requests no class (C-178). */
export function defaultStorageClass(reader: ExtractReader, { annotations, groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.storage, resource: 'storageclasses' };
  const mark = defaultMark(annotations.defaultStorageClass);
  const withDefault = function* ({ object }: AdmissionAttributes): Generator<undefined, ApiObject> {
    const claim = object as PersistentVolumeClaim;
    const marked = yield* reader.extractsInSteps(classes, mark);
    const storageClassName = defaultClass(marked, annotations.defaultStorageClass);
    return storageClassName === undefined ? object! : { ...object!, spec: { ...claim.spec, storageClassName } };
  };
  return {
    name: 'DefaultStorageClass',
    handles: (a) =>
      a.operation === 'CREATE' &&
      a.definition.gvr.resource === 'persistentvolumeclaims' &&
      a.definition.gvr.group === '',
    mutate: (a) =>
      classOfClaim(a.object as PersistentVolumeClaim, annotations.claimStorageClass) === undefined
        ? atOnceOrInTurns(withDefault(a), () => ({ flow: flowOf(a.user) }))
        : a.object!,
  };
}
