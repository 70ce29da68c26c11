import { validateName } from '@orch/apimachinery';

const PREFIX = 'system:serviceaccount:';

/** The service account of a user name. */
export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

/** Reads `system:serviceaccount:NAMESPACE:NAME`; undefined for every other name, also an invalid one with this prefix. */
export function serviceAccountOf(username: string): ServiceAccountName | undefined {
  if (!username.startsWith(PREFIX)) return undefined;
  const [namespace = '', name = '', ...more] = username.slice(PREFIX.length).split(':');
  const faults = [...more, ...validateName('dns-label', namespace), ...validateName('dns-subdomain', name)];
  return faults.length === 0 ? { namespace, name } : undefined;
}
