import { at, isRecord } from '../../api/object';
import { childFields, type FormField, isSet, itemField } from './form-field';
import type { FormKind } from './form-kind';

/** Whether something that is required is still empty, in the field or below. */
export function isIncomplete(kind: FormKind, field: FormField, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return field.isRequired;
  if (field.control === 'object' && isRecord(value)) {
    return childFields(kind, field, value).some(
      (child) => (child.isRequired || isSet(child, value)) && isIncomplete(kind, child, at(value, child.path.at(-1)!)),
    );
  }
  if (field.control !== 'list' || !Array.isArray(value)) return false;
  return value.some((item, index) => isIncomplete(kind, itemField(kind, field, index), item));
}
