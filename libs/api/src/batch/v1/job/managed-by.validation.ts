import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';

const MAX_LENGTH = 63;
const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Name of an external job controller: `domain/path`. */
export function validateManagedBy(path: FieldPath, name: string | undefined): FieldError[] {
  if (name === undefined) return [];
  const errors: FieldError[] = [];
  const slash = name.indexOf('/');
  if (name === '') errors.push(fieldError.required(path));
  else if (slash <= 0 || slash === name.length - 1) {
    errors.push(fieldError.invalid(path, name, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    const domain = name.slice(0, slash);
    for (const fault of validateName('dns-subdomain', domain)) errors.push(fieldError.invalid(path, domain, fault));
    if (!PATH.test(name.slice(slash + 1))) {
      errors.push(fieldError.invalid(path, name.slice(slash + 1), 'Invalid path'));
    }
  }
  if (name.length > MAX_LENGTH) errors.push(fieldError.tooLong(path, MAX_LENGTH));
  return errors;
}
