import { validateName } from '@orch/apimachinery';

const PREFIX = 'system:serviceaccount:';

/** The account behind a user name. */
export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

/** Reads `system:serviceaccount:NAMESPACE:NAME`; undefined for every other name, also one that only looks so. */
export function serviceAccountOf(username: string): ServiceAccountName | undefined {
  if (!username.startsWith(PREFIX)) return undefined;
  const [namespace = '', name = '', ...more] = username.slice(PREFIX.length).split(':');
  const faults = [...more, ...validateName('dns-label', namespace), ...validateName('dns-subdomain', name)];
  return faults.length === 0 ? { namespace, name } : undefined;
}
