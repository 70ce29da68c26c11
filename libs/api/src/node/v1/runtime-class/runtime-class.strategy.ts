import {
  FieldPath,
  fieldError,
  goNumber,
  goPointer,
  goString,
  goStruct,
  goValue,
  validateLabels,
  validateName,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { validateTolerations } from '../../../core/v1/pod/scheduling.validation.js';
import { mapLabelWarnings } from '../../../core/v1/node-label-warnings.js';
import type { Toleration } from '../../../core/v1/pod/scheduling.js';
import { jsonKey } from '../../../validation/json-equality.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateResources } from '../../../core/v1/pod/container-resources.validation.js';
import type { RuntimeClass } from './runtime-class.types.js';

const HANDLER = FieldPath.of('handler');
const OVERHEAD = FieldPath.of('overhead');
const SCHEDULING = FieldPath.of('scheduling');
const TOLERATIONS = SCHEDULING.child('tolerations');

/** Nodes know a class by its handler, so it stays. */
export const runtimeClassStrategy = (): Strategy<RuntimeClass> => ({
  validateCreate: (runtimeClass, { vocabulary }) => validateClass(runtimeClass, vocabulary),
  validateUpdate: (runtimeClass, old, { vocabulary }) => [
    ...validateClass(runtimeClass, vocabulary),
    ...validateUnchanged<RuntimeClass>(FieldPath.root, runtimeClass, old, ['handler']),
  ],
  warnings: ({ scheduling }, { vocabulary: { labels } }) =>
    mapLabelWarnings(scheduling?.nodeSelector, labels, (_label, why) => `scheduling.nodeSelector: ${why}`),
});

const goToleration = goStruct('core.Toleration', {
  key: goString,
  operator: goString,
  value: goString,
  effect: goString,
  tolerationSeconds: goPointer('int64', goNumber),
});

/** No toleration is there twice. */
function validateOnce(tolerations: readonly Toleration[] = []): FieldError[] {
  const seen = new Set<string>();
  return tolerations.flatMap((toleration, index) => {
    const identity = jsonKey(toleration);
    const repeated = seen.has(identity)
      ? [fieldError.duplicate(TOLERATIONS.index(index), goValue(goToleration, toleration))]
      : [];
    seen.add(identity);
    return repeated;
  });
}

function validateClass({ handler = '', overhead, scheduling }: RuntimeClass, vocabulary: Vocabulary): FieldError[] {
  return [
    ...validateName('dns-label', handler).map((fault) => fieldError.invalid(HANDLER, handler, fault)),
    ...(overhead?.podFixed ? validateResources(OVERHEAD, { limits: overhead.podFixed }, vocabulary) : []),
    ...validateLabels(scheduling?.nodeSelector ?? {}, SCHEDULING.child('nodeSelector')),
    ...validateTolerations(TOLERATIONS.child('tolerations'), scheduling?.tolerations), // kube-apiserver's path
    ...validateOnce(scheduling?.tolerations),
  ];
}
