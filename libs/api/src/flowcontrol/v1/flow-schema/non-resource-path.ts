import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** A path, or the beginning of paths with `/*` at its end. */
export function validateNonResourcePath(path: FieldPath, text: string): FieldError[] {
  const fault = faultOf(text);
  return fault === undefined ? [] : [fieldError.invalid(path, text, fault)];
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (!text.startsWith('/')) return 'must start with slash';
  if (text.includes(' ')) return 'must not contain white-space';
  if (text.includes('//')) return 'must not contain double slash';
  const stars = text.split('*').length - 1;
  return stars > 1 || (stars === 1 && !text.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined;
}
