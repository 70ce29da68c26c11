import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { resetMetadata } from '../../../definition/status-subresource.js';
import type { SubresourceStrategy } from '../../../definition/strategy.js';
import { sameContent } from '../../../validation/json-equality.js';
import type { ResourceRequirements } from '../resource-requirements.js';
import type { Container } from './container.js';
import { validatePodSpec } from './pod-spec.validation.js';
import type { Pod } from './pod.types.js';
import { qosClassOf } from './quality-of-service.js';

const SPEC = FieldPath.of('spec');
/** Resizable resources of a running container. */
const RESIZABLE = ['cpu', 'memory'];
const LISTS = ['containers', 'initContainers'] as const;

/** `resize`: cpu and memory of running containers, and nothing else of the pod (C-233). */
export const podResize = (): SubresourceStrategy<Pod> => ({
  prepareForUpdate: (sent, old) => {
    const { spec: before } = old;
    const init = before?.initContainers;
    return {
      ...old,
      metadata: resetMetadata(sent.metadata, old.metadata),
      spec: {
        ...before!,
        containers: resized(before?.containers ?? [], sent.spec?.containers ?? []),
        ...(init ? { initContainers: resized(init, sent.spec?.initContainers) } : {}),
      },
    };
  },
  validateUpdate: (pod, old, context) => [
    ...validatePodSpec(SPEC, pod.spec, context, pod.metadata.name),
    ...validateResize(pod, old),
  ],
});

/** The current containers, with the sent resources of the containers of the same names. */
function resized(current: readonly Container[] = [], sent: readonly Container[] = []): Container[] {
  const byName = new Map(sent.map((container) => [container.name, container]));
  return current.map((container) => {
    const asked = byName.get(container.name);
    if (!asked) return container;
    const { resources: _resources, resizePolicy: _policy, ...rest } = container;
    const { resources, resizePolicy } = asked;
    return { ...rest, ...(resources ? { resources } : {}), ...(resizePolicy ? { resizePolicy } : {}) };
  });
}

function validateResize({ spec }: Pod, { spec: before, status }: Pod): FieldError[] {
  if (!spec || !before) return [];
  const errors: FieldError[] = [];
  if (spec.os?.name === 'windows') {
    errors.push(fieldError.forbidden(FieldPath.root, 'windows pods cannot be resized'));
  }
  const qosClass = status?.qosClass ?? qosClassOf(before);
  if (qosClassOf(spec) !== qosClass) {
    errors.push(fieldError.invalid(SPEC, qosClass, 'Pod QOS Class may not change as a result of resizing'));
  }
  for (const list of LISTS) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const at = SPEC.child(list).index(index).child('resources');
      const old = before[list]?.[index];
      errors.push(...validateChange(at, container.resources, old?.resources));
      if (list === 'initContainers' && container.restartPolicy !== 'Always') {
        if (!sameContent(container.resources, old?.resources)) {
          errors.push(fieldError.forbidden(at, 'non-sidecar init containers can not be resized'));
        }
      }
    }
  }
  return errors;
}

/** Requests and limits may change, but not be removed. */
function validateChange(
  path: FieldPath,
  now: ResourceRequirements = {},
  before: ResourceRequirements = {},
): FieldError[] {
  const fixed = (amounts: Readonly<Record<string, string>> = {}): object =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZABLE.includes(name)));
  const errors: FieldError[] = [];
  for (const list of ['limits', 'requests'] as const) {
    if (!sameContent(fixed(now[list]), fixed(before[list]))) {
      errors.push(fieldError.forbidden(path.child(list), 'only cpu and memory resources are mutable'));
    }
    const gone = Object.keys(before[list] ?? {}).filter((name) => now[list]?.[name] === undefined);
    for (const name of gone) {
      errors.push(fieldError.forbidden(path.child(list).key(name), `resource ${list} cannot be removed`));
    }
  }
  if (!sameContent(now.claims ?? [], before.claims ?? [])) {
    errors.push(fieldError.forbidden(path.child('claims'), 'only cpu and memory resources are mutable'));
  }
  return errors;
}
