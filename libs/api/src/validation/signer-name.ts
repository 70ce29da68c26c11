import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';

const MAX_SIGNER_NAME_LENGTH = 571;

/** A domain and a path: `example.com/name`. */
export function validateSignerForm(path: FieldPath, name: string): FieldError[] {
  const slash = name.indexOf('/');
  const domain = name.slice(0, Math.max(slash, 0));
  const rest = name.slice(slash + 1);
  if (slash < 0 || rest.includes('/') || rest === '') {
    return [
      fieldError.invalid(path, name, 'must be a fully qualified domain and path of the form "example.com/signer-name"'),
    ];
  }
  if (name.length > MAX_SIGNER_NAME_LENGTH) return [fieldError.tooLong(path, MAX_SIGNER_NAME_LENGTH)];
  if (!domain.includes('.'))
    return [fieldError.invalid(path, name, 'should be a domain with at least two segments separated by dots')];
  return [...validateName('dns-subdomain', domain), ...validateName('dns-subdomain', rest)].map((fault) =>
    fieldError.invalid(path, name, fault),
  );
}
