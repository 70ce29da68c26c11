import type { PodSpec } from '@orch/api';

/** A container as the checks see it, whatever its place in the pod. */
export type CheckedContainer = PodSpec['containers'][number];
export type ContainerSecurity = NonNullable<CheckedContainer['securityContext']>;

export const containersOf = (spec: PodSpec): readonly CheckedContainer[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

/** `container "a"`, `containers "a", "b"`. */
export const namesOf = (containers: readonly CheckedContainer[]): string =>
  `${containers.length === 1 ? 'container' : 'containers'} ${quoted(containers.map(({ name }) => name))}`;

/** `"a", "b"`, each once. */
export const quoted = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(', ');

/** `pod`, `container "a"` or `pod and containers "a", "b"`: who does what is not allowed. */
export const whoOf = (pod: boolean, containers: readonly CheckedContainer[]): string =>
  [...(pod ? ['pod'] : []), ...(containers.length > 0 ? [namesOf(containers)] : [])].join(' and ');
