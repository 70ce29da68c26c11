import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName } from '../../../validation/names.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import { validateVolumes } from '../volume/volume.validation.js';
import { validateContainers } from './container.validation.js';
import type { PodSpec } from './pod-spec.js';
import type { Pod } from './pod.types.js';
import { validateScheduling } from './scheduling.validation.js';

const SPEC = FieldPath.of('spec');
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_DEADLINE_SECONDS = 2 ** 31 - 1;
const MAX_NAMESERVERS = 3;

/** C-187..C-201, C-230. */
export function validatePodSpec({ metadata, spec }: Pod, vocabulary: Vocabulary): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  return [
    ...validateVolumes(SPEC.child('volumes'), spec.volumes, vocabulary),
    ...validateClaimNames(metadata.name, spec),
    ...validateContainers(SPEC, spec),
    ...validateOneOf(SPEC.child('restartPolicy'), spec.restartPolicy, RESTART_POLICIES),
    ...validateOneOf(SPEC.child('dnsPolicy'), spec.dnsPolicy, DNS_POLICIES),
    ...validateDnsConfig(spec),
    ...validateRange(SPEC.child('activeDeadlineSeconds'), spec.activeDeadlineSeconds, 1, MAX_DEADLINE_SECONDS),
    ...checkName(SPEC.child('serviceAccountName'), spec.serviceAccountName, 'dns-subdomain'),
    ...checkName(SPEC.child('nodeName'), spec.nodeName, 'dns-subdomain'),
    ...checkName(SPEC.child('hostname'), spec.hostname, 'dns-label'),
    ...checkName(SPEC.child('subdomain'), spec.subdomain, 'dns-label'),
    ...checkName(SPEC.child('priorityClassName'), spec.priorityClassName, 'dns-subdomain'),
    ...checkName(SPEC.child('runtimeClassName'), spec.runtimeClassName, 'dns-subdomain'),
    ...validateOneOf(SPEC.child('preemptionPolicy'), spec.preemptionPolicy, ['PreemptLowerPriority', 'Never']),
    ...validateScheduling(SPEC, spec),
  ];
}

/** The claim of an ephemeral volume is named after pod and volume, and that must be a name (C-197). */
function validateClaimNames(podName: string | undefined, { volumes = [] }: PodSpec): FieldError[] {
  if (!podName) return [];
  return volumes.flatMap(({ ephemeral, name }, index) =>
    ephemeral ? checkName(SPEC.child('volumes').index(index).child('name'), `${podName}-${name}`, 'dns-subdomain') : [],
  );
}

function validateDnsConfig({ dnsPolicy, dnsConfig }: PodSpec): FieldError[] {
  const path = SPEC.child('dnsConfig').child('nameservers');
  const count = dnsConfig?.nameservers?.length ?? 0;
  if (dnsPolicy === 'None' && count === 0) {
    return [fieldError.required(path, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  return count > MAX_NAMESERVERS ? [fieldError.tooMany(path, count, MAX_NAMESERVERS)] : [];
}
