import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateEnvironment } from './container-environment.validation.js';
import { validatePorts } from './container-ports.validation.js';
import { validateResources } from './container-resources.validation.js';
import { validateMounts } from './container-volumes.validation.js';
import type { Container } from './container.js';
import type { PodSpec } from './pod-spec.js';
import { validateProbe } from './probe.validation.js';

const PULL_POLICIES = ['Always', 'Never', 'IfNotPresent'];
const TERMINATION_MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** At least one container; names are labels, each once among containers and init containers together (C-187, C-230). */
export function validateContainers(path: FieldPath, spec: PodSpec): FieldError[] {
  const names = new Set<string>();
  const each = (field: 'containers' | 'initContainers'): FieldError[] =>
    (spec[field] ?? []).flatMap((container, index) => {
      const at = path.child(field).index(index);
      const repeated = names.has(container.name) ? [fieldError.duplicate(at.child('name'), container.name)] : [];
      names.add(container.name);
      return [...repeated, ...validateContainer(at, container, spec)];
    });
  return [
    ...((spec.containers ?? []).length === 0 ? [fieldError.required(path.child('containers'))] : []),
    ...each('containers'),
    ...each('initContainers'),
    ...validateHostPorts(path.child('containers'), spec.containers),
  ];
}

function validateContainer(path: FieldPath, container: Container, spec: PodSpec): FieldError[] {
  const { image = '' } = container;
  return [
    ...requireName(path.child('name'), container.name, 'dns-label'),
    ...(image === '' ? [fieldError.required(path.child('image'))] : []),
    ...(image !== image.trim()
      ? [fieldError.invalid(path.child('image'), image, 'must not have leading or trailing whitespace')]
      : []),
    ...validateOneOf(path.child('imagePullPolicy'), container.imagePullPolicy, PULL_POLICIES),
    ...validateOneOf(
      path.child('terminationMessagePolicy'),
      container.terminationMessagePolicy,
      TERMINATION_MESSAGE_POLICIES,
    ),
    ...validatePorts(path.child('ports'), container.ports, spec.hostNetwork === true),
    ...validateEnvironment(path, container),
    ...validateMounts(path, container, spec.volumes),
    ...validateResources(path.child('resources'), container.resources),
    ...(['livenessProbe', 'readinessProbe', 'startupProbe'] as const).flatMap((field) =>
      container[field] ? validateProbe(path.child(field), container[field], field !== 'readinessProbe') : [],
    ),
  ];
}

/** Two containers of a pod share its node's ports. */
function validateHostPorts(path: FieldPath, containers: readonly Container[] = []): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort, hostIP = '', protocol = 'TCP' }, position) => {
      if (!hostPort) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key))
        return [fieldError.duplicate(path.index(index).child('ports').index(position).child('hostPort'), key)];
      taken.add(key);
      return [];
    }),
  );
}
