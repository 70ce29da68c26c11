import {
  fieldError,
  goString,
  goStruct,
  goTime,
  goValue,
  validateLabelValue,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf, validatePresent } from '../../../validation/values.js';
import type { Taint } from './node-spec.js';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const goTaint = goStruct('core.Taint', {
  key: goString,
  value: goString,
  effect: goString,
  timeAdded: (time, room) => (time === undefined ? '<nil>' : goTime(time, room)),
});

function repeatedTaint(path: FieldPath, taint: Taint): FieldError {
  const error = fieldError.duplicate(path, goValue(goTaint, taint));
  return { ...error, detail: `${error.detail}: taints must be unique by key and effect pair` };
}

/** A key, an effect, and no two of both. */
export function validateTaints(path: FieldPath, taints: readonly Taint[] = []): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap(({ key = '', value = '', effect = '', timeAdded }, index) => {
    const at = path.index(index);
    const identity = `${key}:${effect}`;
    const repeated = seen.has(identity) ? [repeatedTaint(at, { key, value, effect, timeAdded })] : [];
    seen.add(identity);
    return [
      ...checkQualifiedName(at.child('key'), key),
      ...validateLabelValue(value).map((fault) => fieldError.invalid(at.child('value'), value, fault)),
      ...validatePresent(at.child('effect'), effect),
      ...validateOneOf(at.child('effect'), effect || undefined, EFFECTS),
      ...repeated,
    ];
  });
}
