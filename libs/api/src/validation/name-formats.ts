import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** What is wrong with a name, in words for a client; undefined when nothing is. */
export type NameFormat = (name: string) => string | undefined;

/** Lower-case DNS name, as most objects have (C-013). */
export const dnsSubdomain: NameFormat = (name) =>
  name.length > 253
    ? 'must be no more than 253 characters'
    : SUBDOMAIN.test(name)
      ? undefined
      : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

/** One lower-case DNS label, as volumes, containers and namespaces have (C-014). */
export const dnsLabel: NameFormat = (name) =>
  name.length > 63
    ? 'must be no more than 63 characters'
    : LABEL.test(name)
      ? undefined
      : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";

/** A name another field must carry: present and well formed. */
export function requireName(path: FieldPath, name: string | undefined, format: NameFormat): FieldError[] {
  return name ? checkName(path, name, format) : [fieldError.required(path)];
}

/** A name that may be absent or empty, but is well formed otherwise. */
export function checkName(path: FieldPath, name: string | undefined, format: NameFormat): FieldError[] {
  const problem = name ? format(name) : undefined;
  return problem === undefined ? [] : [fieldError.invalid(path, name, problem)];
}
