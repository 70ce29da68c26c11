import type { Pod, PodSpec, ServiceAccount } from '@orch/api';
import { ApiError, withMember, type ApiObject, type Random } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { firstValueFrom, merge, type Observable, take, timer } from 'rxjs';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { podReferences } from '@orch/authorization';
import { enforcesMountableSecrets, unlistedInContainers, unlistedSecret } from './mountable-secrets.js';
import { withTokenVolume } from './token-volume.js';

const EPHEMERAL = 'ephemeralcontainers';
const DEFAULT_ACCOUNT = 'default';
/** Pull secrets that a pod gets from its account: a pod of some hundred bytes must not become one of a megabyte. */
const MAX_PULL_SECRETS = 1_000;
/** How long a pod waits for the account that a controller creates in a new namespace. Unit: milliseconds. */
const WAIT_MS = 1_000;

type AccountSteps = Generator<undefined, ServiceAccount | undefined>;
/** An account of the namespace of a write. A large one is decoded in steps. */
type ReadAccount = (
  a: AdmissionAttributes,
  name: string,
) => ServiceAccount | undefined | Promise<ServiceAccount | undefined>;

interface ServiceAccountDependencies {
  readonly reader: Pick<SteppedReader, 'readInSteps'>;
  /** Emits each time the account is written. */
  readonly upsertsOf: (namespace: string, account: string) => Observable<unknown>;
  readonly vocabulary: Vocabulary;
  readonly random: Random;
}

/**
 * Sets the service account of a new pod (B-030, B-031): `default` if it names none. The account must exist. The pod gets its pull
 * secrets, and its token as a volume, unless pod or account disable automounting.
 */
export function serviceAccount({ reader, upsertsOf, vocabulary, random }: ServiceAccountDependencies): AdmissionPlugin {
  const read: ReadAccount = (a, name) =>
    atOnceOrInTurns(
      reader.readInSteps({ group: '', resource: 'serviceaccounts' }, a.namespace, name) as AccountSteps,
      () => ({ flow: flowOf(a.user) }),
    );
  const withExisting = (a: AdmissionAttributes, spec: PodSpec, name: string, account: ServiceAccount): ApiObject => {
    const pulls = account.imagePullSecrets?.length ?? 0;
    if (pulls > MAX_PULL_SECRETS && !spec.imagePullSecrets?.length)
      throw forbidden(a, `service account ${a.namespace}/${name} has ${pulls} image pull secrets, of which a pod gets at most ${MAX_PULL_SECRETS}: name those of this pod`); // prettier-ignore
    return withMember(a.object!, 'spec', withAccount(spec, name, account, vocabulary, random));
  };
  return {
    name: 'ServiceAccount',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      gvr.group === '' &&
      gvr.resource === 'pods' &&
      (subresource === '' ? operation === 'CREATE' : subresource === EPHEMERAL && operation === 'UPDATE'),
    validate: (a) => {
      const pod = a.object as Pod;
      const check = (why: string | undefined): void => {
        if (why !== undefined) throw forbidden(a, why);
      };
      if (a.operation === 'CREATE' && pod.metadata.annotations?.[vocabulary.annotations.mirrorPod] !== undefined)
        return check(mirrorPodFault(pod));
      const name = pod.spec?.serviceAccountName ?? '';
      if (name === '') return check(`no service account specified for pod ${a.namespace}/${a.name}`);
      const account = read(a, name);
      const checkSecrets = (found: ServiceAccount | undefined): void => check(secretFault(a, name, found, vocabulary));
      return account instanceof Promise ? account.then(checkSecrets) : checkSecrets(account);
    },
    mutate: (a) => {
      const pod = a.object as Pod;
      if (
        a.operation !== 'CREATE' ||
        !pod.spec ||
        pod.metadata.annotations?.[vocabulary.annotations.mirrorPod] !== undefined
      )
        return pod;
      const name = pod.spec.serviceAccountName || DEFAULT_ACCOUNT;
      const withAccountOr = (
        account: ServiceAccount | undefined,
        otherwise: () => ApiObject | Promise<ApiObject>,
      ): ApiObject | Promise<ApiObject> => (account ? withExisting(a, pod.spec!, name, account) : otherwise());
      const refuse = (): never => {
        throw noAccount(a, name);
      };
      const created = async (): Promise<ApiObject> => {
        await firstValueFrom(merge(upsertsOf(a.namespace, name), timer(WAIT_MS)).pipe(take(1)));
        return withAccountOr(await read(a, name), refuse);
      };
      const wait = (): Promise<ApiObject> => (name === DEFAULT_ACCOUNT ? created() : refuse());
      const existing = read(a, name);
      return existing instanceof Promise
        ? existing.then((account) => withAccountOr(account, wait))
        : withAccountOr(existing, wait);
    },
  };
}

/** A mirror pod only reflects a static pod of a node, so it gets no permissions of an account. */
function mirrorPodFault(pod: Pod): string | undefined {
  if (pod.spec?.serviceAccountName) return 'a mirror pod may not reference service accounts';
  if ([...podReferences(pod)].some((reference) => reference.startsWith('secrets/'))) {
    return 'a mirror pod may not reference secrets';
  }
  const projectsToken = pod.spec?.volumes?.some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken),
  );
  return projectsToken ? 'a mirror pod may not use ServiceAccountToken volume projections' : undefined;
}

/** Accounts may list the Secrets that their pods may use: checked for new pods and for added ephemeral containers. */
function secretFault(
  a: AdmissionAttributes,
  name: string,
  account: ServiceAccount | undefined,
  { annotations }: Vocabulary,
): string | undefined {
  const pod = a.object as Pod;
  if (!account) throw noAccount(a, name);
  if (!enforcesMountableSecrets(account, annotations.enforceMountableSecrets)) return undefined;
  return a.operation === 'CREATE'
    ? unlistedSecret(pod, account)
    : unlistedInContainers('ephemeral container', pod.spec?.ephemeralContainers, account);
}

function withAccount(
  spec: PodSpec,
  name: string,
  account: ServiceAccount,
  vocabulary: Vocabulary,
  random: Random,
): PodSpec {
  const pulls = account.imagePullSecrets ?? [];
  const named = { ...spec };
  named.serviceAccountName = name;
  named.serviceAccount = name;
  if (pulls.length > 0 && !spec.imagePullSecrets?.length) named.imagePullSecrets = pulls.map((one) => ({ ...one }));
  const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  return automount ? withTokenVolume(named, vocabulary, random) : named;
}

const noAccount = (a: AdmissionAttributes, account: string): ApiError =>
  forbidden(a, `error looking up service account ${a.namespace}/${account}: serviceaccount "${account}" not found`);
