import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Conditions of flow control have a type, each another. Nothing else of them is checked. */
export function validateConditionTypes(
  path: FieldPath,
  conditions: readonly { readonly type?: string }[] = [],
): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap(({ type = '' }, index) => {
    const at = path.index(index).child('type');
    if (type === '') return [fieldError.required(at, 'must not be empty')];
    const repeated = seen.has(type) ? [fieldError.duplicate(at, type)] : [];
    seen.add(type);
    return repeated;
  });
}
