import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName } from '../../../validation/names.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import { validateVolumes } from '../volume/volume.validation.js';
import { validateContainers } from './container.validation.js';
import type { PodSpec } from './pod-spec.js';
import { validateScheduling } from './scheduling.validation.js';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_DEADLINE_SECONDS = 2 ** 31 - 1;
const MAX_NAMESERVERS = 3;

/**
 * C-187..C-201, C-230.
 * @param path where the spec stands: `spec`, or `spec.template.spec` in a workload.
 * @param podName of a pod; a template has none.
 */
export function validatePodSpec(
  path: FieldPath,
  spec: PodSpec | undefined,
  vocabulary: Vocabulary,
  podName?: string,
): FieldError[] {
  if (!spec) return [fieldError.required(path)];
  return [
    ...validateVolumes(path.child('volumes'), spec.volumes, vocabulary),
    ...validateClaimNames(path.child('volumes'), podName, spec),
    ...validateContainers(path, spec),
    ...validateOneOf(path.child('restartPolicy'), spec.restartPolicy, RESTART_POLICIES),
    ...validateOneOf(path.child('dnsPolicy'), spec.dnsPolicy, DNS_POLICIES),
    ...validateDnsConfig(path, spec),
    ...validateRange(path.child('activeDeadlineSeconds'), spec.activeDeadlineSeconds, 1, MAX_DEADLINE_SECONDS),
    ...checkName(path.child('serviceAccountName'), spec.serviceAccountName, 'dns-subdomain'),
    ...checkName(path.child('nodeName'), spec.nodeName, 'dns-subdomain'),
    ...checkName(path.child('hostname'), spec.hostname, 'dns-label'),
    ...checkName(path.child('subdomain'), spec.subdomain, 'dns-label'),
    ...checkName(path.child('priorityClassName'), spec.priorityClassName, 'dns-subdomain'),
    ...checkName(path.child('runtimeClassName'), spec.runtimeClassName, 'dns-subdomain'),
    ...validateOneOf(path.child('preemptionPolicy'), spec.preemptionPolicy, ['PreemptLowerPriority', 'Never']),
    ...validateScheduling(path, spec),
  ];
}

/** The claim of an ephemeral volume is named after pod and volume, and that must be a name (C-197). */
function validateClaimNames(path: FieldPath, podName: string | undefined, { volumes = [] }: PodSpec): FieldError[] {
  if (!podName) return [];
  return volumes.flatMap(({ ephemeral, name }, index) =>
    ephemeral ? checkName(path.index(index).child('name'), `${podName}-${name}`, 'dns-subdomain') : [],
  );
}

function validateDnsConfig(spec: FieldPath, { dnsPolicy, dnsConfig }: PodSpec): FieldError[] {
  const path = spec.child('dnsConfig').child('nameservers');
  const count = dnsConfig?.nameservers?.length ?? 0;
  if (dnsPolicy === 'None' && count === 0) {
    return [fieldError.required(path, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  return count > MAX_NAMESERVERS ? [fieldError.tooMany(path, count, MAX_NAMESERVERS)] : [];
}
