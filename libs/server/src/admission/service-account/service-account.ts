import type { Pod, PodSpec, ServiceAccount } from '@orch/api';
import { ApiError, type ApiObject, type Random } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { firstValueFrom, merge, type Observable, take, timer } from 'rxjs';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { withTokenVolume } from './token-volume.js';

const DEFAULT_ACCOUNT = 'default';
/** How long a pod waits for the account that a controller makes in a new namespace. Unit: milliseconds. */
const WAIT_MS = 1_000;

/** What it works with. */
interface ServiceAccountDependencies {
  readonly reader: ObjectReader;
  /** Each time the account is written. */
  readonly appearancesOf: (namespace: string, account: string) => Observable<unknown>;
  readonly vocabulary: Vocabulary;
  readonly random: Random;
}

/**
 * Gives a new pod its account (B-030, B-031): `default` where it names none. The account must be there. The pod takes over the
 * names of its pull secrets, and its token as a volume, unless pod or account do not want it.
 */
export function serviceAccount({
  reader,
  appearancesOf,
  vocabulary,
  random,
}: ServiceAccountDependencies): AdmissionPlugin {
  const read = (namespace: string, name: string): ServiceAccount | undefined =>
    reader.read({ group: '', resource: 'serviceaccounts' }, namespace, name) as ServiceAccount | undefined;
  return {
    name: 'ServiceAccount',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'CREATE' && subresource === '' && gvr.group === '' && gvr.resource === 'pods',
    mutate: (a) => {
      const pod = a.object as Pod;
      if (!pod.spec || pod.metadata.annotations?.[vocabulary.annotations.mirrorPod] !== undefined) return pod;
      const name = pod.spec.serviceAccountName || DEFAULT_ACCOUNT;
      const standing = read(a.namespace, name);
      if (standing) return { ...pod, spec: withAccount(pod.spec, name, standing, vocabulary, random) } as ApiObject;
      if (name !== DEFAULT_ACCOUNT) throw noAccount(a, name);
      return firstValueFrom(merge(appearancesOf(a.namespace, name), timer(WAIT_MS)).pipe(take(1))).then(() => {
        const made = read(a.namespace, name);
        if (!made) throw noAccount(a, name);
        return { ...pod, spec: withAccount(pod.spec!, name, made, vocabulary, random) } as ApiObject;
      });
    },
  };
}

function withAccount(
  spec: PodSpec,
  name: string,
  account: ServiceAccount,
  vocabulary: Vocabulary,
  random: Random,
): PodSpec {
  const pulls = account.imagePullSecrets ?? [];
  const named: PodSpec = {
    ...spec,
    serviceAccountName: name,
    serviceAccount: name,
    ...(pulls.length > 0 && !spec.imagePullSecrets?.length
      ? { imagePullSecrets: pulls.map((one) => ({ ...one })) }
      : {}),
  };
  const wanted = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  return wanted ? withTokenVolume(named, vocabulary, random) : named;
}

const noAccount = ({ definition: { gvr }, name, namespace }: AdmissionAttributes, account: string): ApiError =>
  ApiError.forbidden(
    { group: gvr.group, resource: gvr.resource, name },
    `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`,
  );
