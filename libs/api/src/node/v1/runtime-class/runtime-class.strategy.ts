import { FieldPath, fieldError, validateLabels, validateName, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateTolerations } from '../../../core/v1/pod/scheduling.validation.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateAmounts } from '../../../validation/values.js';
import type { RuntimeClass } from './runtime-class.types.js';

const HANDLER = FieldPath.of('handler');
const OVERHEAD = FieldPath.of('overhead', 'podFixed');
const SCHEDULING = FieldPath.of('scheduling');

/** Nodes know a class by its handler, so it stays. */
export const runtimeClassStrategy = (): Strategy<RuntimeClass> => ({
  validateCreate: validateClass,
  validateUpdate: (runtimeClass, old) => [
    ...validateClass(runtimeClass),
    ...validateUnchanged<RuntimeClass>(FieldPath.root, runtimeClass, old, ['handler']),
  ],
});

function validateClass({ handler = '', overhead, scheduling }: RuntimeClass): FieldError[] {
  const amounts = overhead?.podFixed ?? {};
  return [
    ...validateName('dns-label', handler).map((fault) => fieldError.invalid(HANDLER, handler, fault)),
    ...Object.keys(amounts).flatMap((name) => checkQualifiedName(OVERHEAD.key(name), name)),
    ...validateAmounts(OVERHEAD, amounts),
    ...validateLabels(scheduling?.nodeSelector ?? {}, SCHEDULING.child('nodeSelector')),
    ...validateTolerations(SCHEDULING.child('tolerations'), scheduling?.tolerations),
  ];
}
