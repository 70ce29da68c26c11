import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Valid protocols of a port. */
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const;
const MAX_PORT = 65_535;
const MAX_PORT_NAME_LENGTH = 15;

/** Rejects an invalid port number; absent counts as zero, which is invalid. */
export function checkPortNumber(path: FieldPath, port: number | undefined): FieldError[] {
  return port !== undefined && port >= 1 && port <= MAX_PORT
    ? []
    : [fieldError.invalid(path, port ?? 0, `must be between 1 and ${MAX_PORT}, inclusive`)];
}

/** A port of a pod, by number or by name. */
export const checkPortReference = (path: FieldPath, port: number | string | undefined): FieldError[] =>
  typeof port === 'string' ? checkPortName(path, port) : checkPortNumber(path, port);

/** Names of container ports. */
export function checkPortName(path: FieldPath, name: string): FieldError[] {
  const faults: string[] = [];
  if (name.length > MAX_PORT_NAME_LENGTH) faults.push(`must be no more than ${MAX_PORT_NAME_LENGTH} characters`);
  if (!/^[-a-z0-9]+$/.test(name)) faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) faults.push('must contain at least one letter (a-z)');
  if (name.includes('--')) faults.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) faults.push('must not begin or end with a hyphen');
  return faults.map((fault) => fieldError.invalid(path, name, fault));
}
