import type { Container, Pod, ServiceAccount } from '@orch/api';
import { volumeSecretNames } from '@orch/authorization';

/** Annotation values that mean true, as typed clients parse them. */
const TRUE: ReadonlySet<string | undefined> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Whether pods of an account may use only the Secrets it lists. @param annotation that enables this. */
export const enforcesMountableSecrets = ({ metadata }: ServiceAccount, annotation: string): boolean =>
  TRUE.has(metadata.annotations?.[annotation]);

/** Why a new pod may not use a referenced Secret or pull secret; undefined if its account lists all of them. */
export function unlistedSecret({ spec }: Pod, account: ServiceAccount): string | undefined {
  const { name } = account.metadata;
  const because = `is not allowed because service account ${name} does not reference that`;
  const listed = new Set((account.secrets ?? []).map((secret) => secret.name));
  for (const volume of spec?.volumes ?? []) {
    const secret = volumeSecretNames(volume).find((used) => !listed.has(used));
    if (secret !== undefined) return `volume with secret.secretName="${secret}" ${because} secret`;
  }
  const ofContainers =
    unlistedInContainers('init container', spec?.initContainers, account) ??
    unlistedInContainers('container', spec?.containers ?? [], account);
  if (ofContainers !== undefined) return ofContainers;
  const pulls = new Set((account.imagePullSecrets ?? []).map((secret) => secret.name));
  const index = (spec?.imagePullSecrets ?? []).findIndex((secret) => !pulls.has(secret.name));
  return index < 0
    ? undefined
    : `imagePullSecrets[${index}].name="${spec!.imagePullSecrets![index]!.name}" ${because} imagePullSecret`;
}

/** As `unlistedSecret`, for containers only. @param what kind of container in the message, such as `ephemeral container`. */
export function unlistedInContainers(
  what: string,
  containers: readonly Pick<Container, 'name' | 'env' | 'envFrom'>[] = [],
  { metadata, secrets = [] }: ServiceAccount,
): string | undefined {
  const listed = new Set(secrets.map((secret) => secret.name));
  const because = `is not allowed because service account ${metadata.name} does not reference that secret`;
  for (const { name, env = [], envFrom = [] } of containers) {
    for (const variable of env) {
      const secret = variable.valueFrom?.secretKeyRef;
      if (!secret || listed.has(secret.name)) continue;
      return `${what} ${name} with envVar ${variable.name} referencing secret.secretName="${secret.name}" ${because}`;
    }
    const from = envFrom.find(({ secretRef }) => secretRef && !listed.has(secretRef.name));
    if (from) return `${what} ${name} with envFrom referencing secret.secretName="${from.secretRef!.name}" ${because}`;
  }
  return undefined;
}
