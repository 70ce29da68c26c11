import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateEnvironment } from './container-environment.validation.js';
import { EnvironmentNames } from './environment-names.js';
import { validateHostPorts, validatePorts } from './container-ports.validation.js';
import { ClaimNames, validateResizePolicies, validateResources } from './container-resources.validation.js';
import { validateMounts } from './container-volumes.validation.js';
import type { Container } from './container.js';
import { validateLifecycle } from './lifecycle.validation.js';
import type { SoundVolumes } from '../volume/volume.validation.js';
import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';
import { validateProbes } from './probe.validation.js';
import { validateRestart } from './restart-rules.validation.js';
import { validateSecurity } from './security-context.validation.js';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const TERMINATION_MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
/** Fields of long-running containers: an init container that runs to completion has no probes and no lifecycle hooks. */
const LONG_RUNNING_FIELDS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** At least one container; names are DNS labels, unique among all containers of the pod (C-187, C-230). */
export function validateContainers(path: FieldPath, pod: ContainerContext): FieldError[] {
  const { spec } = pod;
  const names = new Set<string>();
  const named = (at: FieldPath, { name }: Container): FieldError[] => {
    const errors = requireName(at.child('name'), name, 'dns-label');
    if (names.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
    if (name) names.add(name);
    return errors;
  };
  const containers = path.child('containers');
  const initContainers = path.child('initContainers');
  return [
    ...((spec.containers ?? []).length === 0 ? [fieldError.required(containers)] : []),
    ...(spec.containers ?? []).flatMap((container, index) => {
      const at = containers.index(index);
      return [
        ...named(at, container),
        ...validateContainer(at, container, pod),
        ...validateLongRunning(at, container, pod),
        ...validateRestart(at, container, pod.rules, false),
      ];
    }),
    ...(spec.initContainers ?? []).flatMap((container, index) => {
      const at = initContainers.index(index);
      const errors = [
        ...named(at, container),
        ...validateContainer(at, container, pod),
        ...validateRestart(at, container, pod.rules, true),
        // One after the other: each by itself, and reported as the first.
        ...validateHostPorts(initContainers, [container]),
      ];
      // A sidecar: starts before the other containers and keeps running.
      if (container.restartPolicy === 'Always') return [...errors, ...validateLongRunning(at, container, pod)];
      return [...errors, ...validateRunToCompletion(at, container)];
    }),
    ...validateHostPorts(containers, spec.containers ?? []),
  ];
}

/** Pod fields that containers reference, indexed once for all containers. */
export interface ContainerContext {
  readonly rules: PodRules;
  readonly spec: PodSpec;
  readonly volumes: SoundVolumes;
  readonly claims: ClaimNames;
  /** Of environment variables. */
  readonly names: EnvironmentNames;
}

export const containerContextOf = (rules: PodRules, spec: PodSpec, volumes: SoundVolumes): ContainerContext => ({
  rules,
  spec,
  volumes,
  claims: new ClaimNames(spec.resourceClaims),
  names: new EnvironmentNames(spec, rules),
});

/** Rules of all types of containers. */
export function validateContainer(path: FieldPath, container: Container, pod: ContainerContext): FieldError[] {
  const { rules, spec, volumes, claims, names } = pod;
  const { image = '' } = container;
  return [
    ...(image === '' ? [fieldError.required(path.child('image'))] : []),
    ...validateOneOf(path.child('imagePullPolicy'), container.imagePullPolicy, PULL_POLICIES),
    ...validateOneOf(
      path.child('terminationMessagePolicy'),
      container.terminationMessagePolicy,
      TERMINATION_MESSAGE_POLICIES,
    ),
    ...validatePorts(path.child('ports'), container.ports, spec.hostNetwork === true),
    ...validateEnvironment(path, container, names),
    ...validateMounts(path, container, volumes),
    ...validateResources(path.child('resources'), container.resources, rules.vocabulary, claims),
    ...validateResizePolicies(path.child('resizePolicy'), container.resizePolicy, spec.restartPolicy),
    ...(container.securityContext
      ? validateSecurity(path.child('securityContext'), container.securityContext, spec.hostUsers !== false)
      : []),
  ];
}

/** Images of a pod. In a template an image may be anything: whatever makes the pods may change it. */
export const validateImages = (path: FieldPath, spec: PodSpec): FieldError[] =>
  (['containers', 'initContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ image = '' }, index) => validateImage(path.child(list).index(index), image)),
  );

export const validateImage = (path: FieldPath, image: string): FieldError[] =>
  image === image.trim()
    ? []
    : [fieldError.invalid(path.child('image'), image, 'must not have leading or trailing whitespace')];

function validateLongRunning(path: FieldPath, container: Container, { spec, rules }: ContainerContext): FieldError[] {
  const { lifecycle } = container;
  const hooks = lifecycle ? validateLifecycle(path.child('lifecycle'), lifecycle, spec, rules) : [];
  return [...hooks, ...validateProbes(path, container)];
}

const validateRunToCompletion = (path: FieldPath, container: Container): FieldError[] =>
  LONG_RUNNING_FIELDS.filter((field) => container[field] !== undefined).map((field) =>
    fieldError.forbidden(path.child(field), 'may not be set for init containers without restartPolicy=Always'),
  );
