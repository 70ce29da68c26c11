import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName } from '../../../validation/names.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import { checkVolumes } from '../volume/volume.validation.js';
import { validateResources } from './container-resources.validation.js';
import { containerContextOf, validateContainers } from './container.validation.js';
import { validateEphemeralContainers } from './ephemeral-containers.validation.js';
import { validateOs } from './os.validation.js';
import { validateNetwork } from './pod-network.validation.js';
import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';
import { validateResourceClaims } from './resource-claims.validation.js';
import { isHugePages } from './resource-names.js';
import { validateScheduling } from './scheduling.validation.js';
import { validatePodSecurity } from './security-context.validation.js';
import { validateHostProcesses } from './windows-options.validation.js';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const MAX_DEADLINE_SECONDS = 2 ** 31 - 1;

/**
 * C-187..C-201, C-230.
 * @param path of the spec: `spec`, or `spec.template.spec` in a workload.
 * @param podName of a pod; a template has none.
 */
export function validatePodSpec(
  path: FieldPath,
  spec: PodSpec | undefined,
  rules: PodRules,
  podName?: string,
): FieldError[] {
  if (!spec) return [fieldError.required(path)];
  const { vocabulary } = rules;
  const volumes = checkVolumes(path.child('volumes'), spec.volumes, vocabulary, podName);
  const containers = containerContextOf(rules, spec, volumes.sound);
  return [
    ...volumes.errors,
    ...validateResourceClaims(path.child('resourceClaims'), spec.resourceClaims),
    ...validateContainers(path, containers),
    ...validateEphemeralContainers(path, containers),
    ...validateOneOf(path.child('restartPolicy'), spec.restartPolicy, RESTART_POLICIES),
    ...validateNetwork(path, spec, rules),
    ...validatePodSecurity(path, spec, rules),
    ...validateRange(path.child('activeDeadlineSeconds'), spec.activeDeadlineSeconds, 1, MAX_DEADLINE_SECONDS),
    ...checkName(path.child('serviceAccountName'), spec.serviceAccountName, 'dns-subdomain'),
    ...checkName(path.child('runtimeClassName'), spec.runtimeClassName, 'dns-subdomain'),
    ...validateResources(path.child('overhead'), spec.overhead ? { limits: spec.overhead } : undefined, vocabulary),
    ...validatePodResources(path.child('resources'), spec, vocabulary),
    ...validateScheduling(path, spec),
    ...validateOs(path, spec),
    ...validateHostProcesses(path, spec),
  ];
}

/** Pod-level resources: only those that containers can share. */
function validatePodResources(path: FieldPath, { resources }: PodSpec, vocabulary: Vocabulary): FieldError[] {
  if (!resources) return [];
  const known = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name);
  const unknown = (['limits', 'requests'] as const).flatMap((list) =>
    Object.keys(resources[list] ?? {})
      .filter((name) => !known(name))
      .map((name) => fieldError.notSupported(path.child(list).key(name), name, ['cpu', 'memory', 'hugepages-'])),
  );
  const claims = resources.claims?.length
    ? [fieldError.forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level')]
    : [];
  return [...unknown, ...claims, ...validateResources(path, { ...resources, claims: [] }, vocabulary)];
}
