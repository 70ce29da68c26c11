import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type { PriorityClass } from './priority-class.types.js';
import { SYSTEM_PREFIX, SYSTEM_PRIORITY_CLASSES } from './system-priority-classes.js';

const NAME = FieldPath.of('metadata', 'name');
const VALUE = FieldPath.of('value');
const PREEMPTION = FieldPath.of('preemptionPolicy');
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** The value of a class is immutable: pods have a copy of it. */
export const priorityClassStrategy = (): Strategy<PriorityClass> => ({
  validateCreate: (priorityClass) => [
    ...validateValue(priorityClass),
    ...(priorityClass.preemptionPolicy === ''
      ? [fieldError.required(PREEMPTION)]
      : validateOneOf(PREEMPTION, priorityClass.preemptionPolicy, ['PreemptLowerPriority', 'Never'])),
  ],
  validateUpdate: (priorityClass, old) => [
    ...((priorityClass.value ?? 0) === (old.value ?? 0)
      ? []
      : [fieldError.forbidden(VALUE, 'may not be changed in an update.')]),
    ...validateUnchanged<PriorityClass>(FieldPath.root, priorityClass, old, ['preemptionPolicy']),
  ],
  forbidsDelete: ({ metadata: { name = '' } }) =>
    Object.hasOwn(SYSTEM_PRIORITY_CLASSES, name) ? 'this is a system priority class and cannot be deleted' : undefined,
});

function validateValue({ metadata, value = 0, globalDefault = false }: PriorityClass): FieldError[] {
  const { name = '' } = metadata;
  if (name.startsWith(SYSTEM_PREFIX)) {
    const fault = systemFault(name, value, globalDefault);
    const reserved = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: `;
    return fault === undefined ? [] : [fieldError.forbidden(NAME, reserved + fault)];
  }
  return value > HIGHEST_USER_PRIORITY
    ? [fieldError.forbidden(VALUE, `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`)]
    : [];
}

/** System classes may be created again, unchanged. */
function systemFault(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = Object.hasOwn(SYSTEM_PRIORITY_CLASSES, name) ? SYSTEM_PRIORITY_CLASSES[name] : undefined;
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
