import { FieldPath, fieldError, validateLabels, validateName, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateTolerations } from '../../../core/v1/pod/scheduling.validation.js';
import type { Toleration } from '../../../core/v1/pod/scheduling.js';
import { jsonKey } from '../../../validation/json-equality.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateAmounts } from '../../../validation/values.js';
import type { RuntimeClass } from './runtime-class.types.js';

const HANDLER = FieldPath.of('handler');
const OVERHEAD = FieldPath.of('overhead', 'podFixed');
const SCHEDULING = FieldPath.of('scheduling');
const TOLERATIONS = SCHEDULING.child('tolerations');

/** Nodes know a class by its handler, so it stays. */
export const runtimeClassStrategy = (): Strategy<RuntimeClass> => ({
  validateCreate: validateClass,
  validateUpdate: (runtimeClass, old) => [
    ...validateClass(runtimeClass),
    ...validateUnchanged<RuntimeClass>(FieldPath.root, runtimeClass, old, ['handler']),
  ],
});

/** No toleration is there twice. */
function validateOnce(tolerations: readonly Toleration[] = []): FieldError[] {
  const seen = new Set<string>();
  return tolerations.flatMap((toleration, index) => {
    const identity = jsonKey(toleration);
    const repeated = seen.has(identity) ? [fieldError.duplicate(TOLERATIONS.index(index), toleration)] : [];
    seen.add(identity);
    return repeated;
  });
}

function validateClass({ handler = '', overhead, scheduling }: RuntimeClass): FieldError[] {
  const amounts = overhead?.podFixed ?? {};
  return [
    ...validateName('dns-label', handler).map((fault) => fieldError.invalid(HANDLER, handler, fault)),
    ...Object.keys(amounts).flatMap((name) => checkQualifiedName(OVERHEAD.key(name), name)),
    ...validateAmounts(OVERHEAD, amounts),
    ...validateLabels(scheduling?.nodeSelector ?? {}, SCHEDULING.child('nodeSelector')),
    ...validateTolerations(TOLERATIONS, scheduling?.tolerations),
    ...validateOnce(scheduling?.tolerations),
  ];
}
