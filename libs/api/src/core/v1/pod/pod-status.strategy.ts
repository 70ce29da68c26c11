import {
  fieldError,
  FieldPath,
  goSlice,
  goString,
  goStruct,
  goValue,
  legacyIpFamilyOf,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { SubresourceStrategy } from '../../../definition/strategy.js';
import { checkIp } from '../../../validation/ip-values.js';
import { ipWarnings } from '../../../validation/ip-warnings.js';
import { checkName, checkQualifiedName } from '../../../validation/names.js';
import type { ContainerStatus } from './container-status.js';
import { validateContainerUsers } from './container-users.validation.js';
import { validatePodAnnotationsUpdate } from './pod-annotations.validation.js';
import type { PodStatus } from './pod-status.js';
import type { Pod } from './pod.types.js';

const STATUS = FieldPath.of('status');
const CONTAINER_STATUSES = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Status fields derived from the spec are immutable (C-232). */
export const podStatus = ({ annotations }: Vocabulary): SubresourceStrategy<Pod> =>
  statusSubresource<Pod>({
    prepareForUpdate: (sent, old) => {
      // Node agents send the pod as they know it, which may be from before its delete.
      const metadata = { ...sent.metadata, deletionTimestamp: old.metadata.deletionTimestamp };
      const built = takeStatus({ ...sent, metadata }, old);
      const { qosClass } = old.status ?? {};
      return built.status ? { ...built, status: withClass(built.status, qosClass) } : built;
    },
    validateUpdate: (pod, old) => [
      ...validatePodAnnotationsUpdate(FieldPath.of('metadata', 'annotations'), pod, old, annotations),
      ...validateStatus(pod, old),
    ],
    warnings: ({ status = {} }, { vocabulary }) =>
      (['podIPs', 'hostIPs'] as const).flatMap((list) =>
        (status[list] ?? []).flatMap(({ ip = '' }: { ip?: string }, index) =>
          ipWarnings(STATUS.child(list).index(index).child('ip'), ip, vocabulary),
        ),
      ),
  });

/** The QoS class is immutable; agents that do not support the field omit it. */
const withClass = (status: PodStatus, qosClass: string | undefined): PodStatus =>
  qosClass === undefined || status.qosClass !== undefined ? status : { ...status, qosClass };

function validateStatus({ spec, status = {} }: Pod, old: Pod): FieldError[] {
  const { podIPs = [], hostIPs = [], qosClass } = status;
  const conditions = STATUS.child('conditions');
  const errors = [
    ...(status.conditions ?? []).flatMap(
      ({ type }: { type?: string }, index) => checkQualifiedName(conditions.index(index).child('Type'), type ?? ''), // kube-apiserver's spelling
    ),
    ...checkName(STATUS.child('nominatedNodeName'), status.nominatedNodeName, 'dns-subdomain'),
    ...validateAddresses(podIPs),
    ...validateHostAddresses(status.hostIP, hostIPs),
    ...CONTAINER_STATUSES.flatMap((list) => validateContainerUsers(STATUS.child(list), status[list], spec?.os?.name)),
    ...validateEnded(STATUS.child('containerStatuses'), status.containerStatuses, old, spec?.restartPolicy),
  ];
  if (old.status?.qosClass !== undefined && qosClass !== old.status.qosClass) {
    errors.push(fieldError.invalid(STATUS.child('qosClass'), qosClass, 'field is immutable'));
  }
  return errors;
}

/** One address, or one of each family. */
function validateAddresses(addresses: readonly { ip?: string }[]): FieldError[] {
  const path = STATUS.child('podIPs');
  const errors = addresses.flatMap(({ ip = '' }, index) => checkIp(path.index(index), ip));
  if (errors.length > 0) return errors;
  const families = addresses.map(({ ip = '' }) => legacyIpFamilyOf(ip));
  if (new Set(families).size < families.length) {
    const detail = 'may specify no more than one IP for each IP family';
    errors.push(fieldError.invalid(path, goValue(goPodIps, addresses), detail));
  }
  return errors;
}

/** The first one is `hostIP`. */
function validateHostAddresses(hostIP: string | undefined, hostIPs: readonly { ip?: string }[]): FieldError[] {
  const path = STATUS.child('hostIPs');
  const first = hostIPs[0]?.ip ?? '';
  const errors = hostIPs.flatMap(({ ip = '' }, index) => checkIp(path.index(index), ip));
  return hostIPs.length === 0 || first === (hostIP ?? '')
    ? errors
    : [fieldError.invalid(path.index(0).child('ip'), first, 'must be equal to `hostIP`'), ...errors];
}

const goPodIps = goSlice('[]core.PodIP', goStruct('core.PodIP', { ip: goString }));

/** A terminated container that does not restart keeps its state: controllers have already handled its exit code. */
function validateEnded(
  path: FieldPath,
  statuses: readonly ContainerStatus[] = [],
  old: Pod,
  restartPolicy: string | undefined,
): FieldError[] {
  if (restartPolicy === 'Always') return [];
  const own = new Set(
    (old.spec?.containers ?? []).filter((c) => c.restartPolicy !== undefined).map(({ name }) => name),
  );
  const ended = (old.status?.containerStatuses ?? []).filter(({ name, state }) => {
    const final = restartPolicy === 'Never' || state?.terminated?.exitCode === 0;
    return state?.terminated && final && !own.has(name);
  });
  const names = new Set(ended.map(({ name }) => name));
  return statuses.flatMap(({ name, state }, index) =>
    names.has(name) && state && !state.terminated
      ? [fieldError.forbidden(path.index(index).child('state'), 'may not be transitioned to non-terminated state')]
      : [],
  );
}
