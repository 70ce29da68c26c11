import { eachObject } from '../../api/each-object';
import { pathOf, type Resource } from '../../api/resource';
import { serverNames } from '../../api/server-names';
import type { Session } from '../../session/session';
import { type Expiring, expiringOf } from './expiring';

/** Kinds with certificates that are not secret. */
const KINDS = [
  'certificatesigningrequests',
  'clustertrustbundles',
  'podcertificaterequests',
  'mutatingwebhookconfigurations',
  'validatingwebhookconfigurations',
  'apiservices',
];

/** The ConfigMap with the authorities of client certificates. */
const AUTHORITIES = 'extension-apiserver-authentication';

/** Whether the user may list any of the kinds with certificates. */
export const mayReadExpiring = (session: Session): boolean =>
  KINDS.some((plural) => {
    const resource = session.find(plural);
    return resource !== undefined && session.may('list', resource, '');
  });

export interface FoundExpiring {
  readonly found: readonly Expiring[];
  /** Kinds that could not be read, or that are too many. */
  readonly partial: readonly Resource[];
}

/** What expires in the objects that the user may list everywhere. @param withSecrets reads Secrets with certificates and bootstrap tokens, too. */
export async function readExpiring(
  session: Session,
  withSecrets: boolean,
  signal: AbortSignal,
): Promise<FoundExpiring> {
  const found: Expiring[] = [];
  const partial = new Set<Resource>();
  const read = async (resource: Resource | undefined, fieldSelector = ''): Promise<void> => {
    if (resource === undefined || !session.may('list', resource, '')) return;
    const path = pathOf(resource);
    const look = (object: Parameters<typeof expiringOf>[1]): void => void found.push(...expiringOf(resource, object));
    try {
      const isWhole = await eachObject(session.client, path, { signal, fieldSelector }, look);
      if (!isWhole) partial.add(resource);
    } catch {
      partial.add(resource);
    }
  };
  const { tlsSecret, bootstrapToken } = serverNames();
  const secrets = withSecrets ? session.find('secrets', '') : undefined;
  await Promise.all([
    ...KINDS.map((plural) => read(session.find(plural))),
    read(session.find('configmaps', ''), `metadata.name=${AUTHORITIES}`),
    ...[tlsSecret, bootstrapToken].map((type) => read(secrets, `type=${type}`)),
  ]);
  return { found, partial: [...partial] };
}
