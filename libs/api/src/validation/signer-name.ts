import {
  fieldError,
  MAX_LABEL_LENGTH,
  MAX_SUBDOMAIN_LENGTH,
  quotedText,
  validateName,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';

/** A domain, a slash, and a path of a label, a dot and a subdomain. */
const MAX_SIGNER_NAME_LENGTH = 2 * (MAX_SUBDOMAIN_LENGTH + 1) + MAX_LABEL_LENGTH;

/** A domain and a path: `example.com/name`. Errors are about the part that is invalid. */
export function validateSignerForm(path: FieldPath, name: string): FieldError[] {
  const [domain = '', rest, ...more] = name.split('/');
  if (rest === undefined || more.length > 0) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [fieldError.invalid(path, name, detail)];
  }
  return [
    ...(domain.length > MAX_SUBDOMAIN_LENGTH ? [fieldError.tooLong(path, MAX_SUBDOMAIN_LENGTH)] : []),
    ...validateLabels(path, domain, 'dns-label'),
    ...(domain.includes('.')
      ? []
      : [fieldError.invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...validateLabels(path, rest, 'dns-subdomain'),
    ...(name.length > MAX_SIGNER_NAME_LENGTH ? [fieldError.tooLong(path, MAX_SIGNER_NAME_LENGTH)] : []),
  ];
}

/** The faults of the first label with any. */
function validateLabels(path: FieldPath, part: string, rule: 'dns-label' | 'dns-subdomain'): FieldError[] {
  for (const label of part.split('.')) {
    const faults = validateName(rule, label);
    if (faults.length > 0)
      return faults.map((fault) => fieldError.invalid(path, part, `validating label ${quotedText(label)}: ${fault}`));
  }
  return [];
}
