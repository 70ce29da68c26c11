import { fieldError, FieldPath, Quantity, type FieldError } from '@orch/apimachinery';
import { resetMetadata } from '../../../definition/status-subresource.js';
import type { StrategyContext, SubresourceStrategy } from '../../../definition/strategy.js';
import { sameContent } from '../../../validation/json-equality.js';
import type { ResourceRequirements } from '../resource-requirements.js';
import type { Container, ContainerResizePolicy } from './container.js';
import { rulesOfUpdate } from './pod-rules.js';
import { validatePodSpec } from './pod-spec.validation.js';
import type { Pod } from './pod.types.js';
import { qosClassOf } from './quality-of-service.js';

const SPEC = FieldPath.of('spec');
/** Resizable resources of a running container. */
const RESIZABLE = ['cpu', 'memory'];
const LISTS = ['containers', 'initContainers'] as const;
const ONLY_RESIZABLE = 'only cpu and memory resources are mutable';

/** Gate of the resize of pod-level resources. */
const POD_LEVEL = 'InPlacePodLevelResourcesVerticalScaling';

/** `resize`: cpu and memory of running containers, of the whole pod in newer releases, and nothing else (C-233). */
export const podResize = (): SubresourceStrategy<Pod> => ({
  prepareForUpdate: (sent, old, { features }) => {
    const { resources, ...before } = old.spec!;
    const init = before.initContainers;
    const ofPod = features.enabled(POD_LEVEL) ? sent.spec?.resources : resources;
    return {
      ...old,
      metadata: resetMetadata(sent.metadata, old.metadata),
      spec: {
        ...before,
        ...(ofPod ? { resources: ofPod } : {}),
        containers: resized(before.containers ?? [], sent.spec?.containers ?? []),
        ...(init ? { initContainers: resized(init, sent.spec?.initContainers) } : {}),
      },
    };
  },
  validateUpdate: (pod, old, context) => {
    const refusal = whyFixed(pod, old, context);
    if (refusal !== undefined) return [fieldError.forbidden(FieldPath.root, refusal)];
    return [
      ...validatePodSpec(SPEC, pod.spec, rulesOfUpdate(context, old), pod.metadata.name),
      ...validateResize(pod, old),
    ];
  },
});

/** Why the pod cannot be resized at all; undefined if it can. */
function whyFixed(pod: Pod, old: Pod, { features, vocabulary }: StrategyContext): string | undefined {
  if (!features.enabled(POD_LEVEL) && (hasAmounts(pod) || hasAmounts(old)))
    return 'pods with pod-level resources cannot be resized';
  if (old.metadata.annotations?.[vocabulary.annotations.mirrorPod] !== undefined)
    return 'static pods cannot be resized';
  return old.spec?.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined;
}

/** Whether the pod has resources of its own. */
const hasAmounts = ({ spec }: Pod): boolean =>
  Object.keys({ ...spec?.resources?.requests, ...spec?.resources?.limits }).length > 0;

/** The current containers with the sent resources. Containers that are others, or in another order, are refused later. */
function resized(current: readonly Container[] = [], sent: readonly Container[] = []): Container[] {
  if (sent.length !== current.length || sent.some(({ name }, index) => name !== current[index]!.name)) return [...sent];
  return current.map((container, index) => {
    const { resources: _resources, resizePolicy: _policy, ...rest } = container;
    const { resources, resizePolicy } = sent[index]!;
    return { ...rest, ...(resources ? { resources } : {}), ...(resizePolicy ? { resizePolicy } : {}) };
  });
}

function validateResize({ spec }: Pod, { spec: before, status }: Pod): FieldError[] {
  if (!spec || !before) return [];
  const errors: FieldError[] = [];
  const qosClass = status?.qosClass ?? qosClassOf(before);
  if (qosClassOf(spec) !== qosClass) {
    errors.push(fieldError.invalid(SPEC, qosClass, 'Pod QOS Class may not change as a result of resizing'));
  }
  const others = LISTS.flatMap((list) => validateSameContainers(list, spec[list] ?? [], before[list] ?? []));
  if (others.length > 0) return [...errors, ...others];
  const init = spec.initContainers ?? [];
  const pairs = (list: (typeof LISTS)[number]): [FieldPath, Container, Container][] =>
    (spec[list] ?? []).map((container, i) => [
      SPEC.child(list).index(i).child('resources'),
      container,
      before[list]![i]!,
    ]);
  const sidecars = pairs('initContainers').filter(([, , old]) => old.restartPolicy === 'Always');
  return [
    ...errors,
    ...removedAmounts(SPEC.child('resources'), spec.resources, before.resources),
    ...[...sidecars, ...pairs('containers')].flatMap(([at, container, old]) => validateChange(at, container, old)),
    ...pairs('containers').flatMap(([, container, old]) =>
      sameExceptSizes(container, old) ? [] : [fieldError.forbidden(SPEC, ONLY_RESIZABLE)],
    ),
    ...init.flatMap((container, index) => validateInit(container, before.initContainers![index]!)),
  ];
}

/** The same containers in the same order. */
function validateSameContainers(
  list: (typeof LISTS)[number],
  now: readonly Container[],
  before: readonly Container[],
): FieldError[] {
  const path = SPEC.child(list);
  if (now.length !== before.length)
    return [fieldError.forbidden(path, `${list} may not be added or removed on resize`)];
  return now.flatMap(({ name }, index) =>
    name === before[index]!.name
      ? []
      : [fieldError.forbidden(path.index(index).child('name'), `${list} may not be renamed or reordered on resize`)],
  );
}

/** Requests and limits may change, but not be removed, and a limit of memory is not lowered below what may be in use. */
function validateChange(path: FieldPath, container: Container, old: Container): FieldError[] {
  const [now, before] = [container.resources ?? {}, old.resources ?? {}];
  return [
    ...removedAmounts(path, now, before),
    ...validateMemoryLimit(path.child('limits').key('memory'), now, before, container.resizePolicy),
  ];
}

function removedAmounts(
  path: FieldPath,
  now: ResourceRequirements = {},
  before: ResourceRequirements = {},
): FieldError[] {
  const removed = (['requests', 'limits'] as const).filter((list) =>
    Object.keys(before[list] ?? {}).some((name) => now[list]?.[name] === undefined),
  );
  return removed.map((list) => fieldError.forbidden(path.child(list), `resource ${list} cannot be removed`));
}

function validateMemoryLimit(
  path: FieldPath,
  { limits: now }: ResourceRequirements,
  { limits: before }: ResourceRequirements,
  policies: readonly ContainerResizePolicy[] = [],
): FieldError[] {
  const policy = policies.find(({ resourceName }) => resourceName === 'memory')?.restartPolicy ?? '';
  const [limit, previous] = [now?.['memory'], before?.['memory']];
  if (limit === undefined || (policy !== '' && policy !== 'NotRequired')) return [];
  const unless = 'unless resizePolicy is RestartContainer';
  if (previous === undefined) return [fieldError.forbidden(path, `memory limits cannot be added ${unless}`)];
  return Quantity.parse(limit)!.compare(Quantity.parse(previous)!) < 0
    ? [fieldError.forbidden(path, `memory limits cannot be decreased ${unless}`)]
    : [];
}

function validateInit(container: Container, old: Container): FieldError[] {
  const isSidecar = container.restartPolicy === 'Always';
  if (isSidecar ? sameExceptSizes(container, old) : sameContent(container, old)) return [];
  const detail = isSidecar
    ? 'only cpu and memory resources for sidecar containers are mutable'
    : 'resources for non-sidecar init containers are immutable';
  return [fieldError.forbidden(SPEC, detail)];
}

/** Whether the containers differ only in amounts of cpu and memory. */
const sameExceptSizes = (container: Container, old: Container): boolean =>
  sameContent(withoutSizes(container), withoutSizes(old));

function withoutSizes({ resources = {}, ...rest }: Container): object {
  const fixed = (amounts: Readonly<Record<string, string>> = {}): object =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZABLE.includes(name)));
  const { requests, limits, claims = [] } = resources;
  return { ...rest, resources: [fixed(requests), fixed(limits), claims] };
}
