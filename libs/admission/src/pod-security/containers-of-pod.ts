import type { Container, PodSpec } from '@orch/api';

/** A container as the checks see it, whatever its place in the pod. */
export type CheckedContainer = Container;
export type ContainerSecurity = NonNullable<CheckedContainer['securityContext']>;

export const containersOf = (spec: PodSpec): readonly CheckedContainer[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

/** Containers with a security context for which `bad` holds. */
export const withContext = (spec: PodSpec, bad: (context: ContainerSecurity) => boolean): readonly CheckedContainer[] =>
  containersOf(spec).filter(({ securityContext }) => securityContext && bad(securityContext));

/** `container "a"`, `containers "a", "b"`. */
export const namesOf = (containers: readonly CheckedContainer[]): string =>
  `${plural('container', containers.length)} ${quoted(containers.map(({ name }) => name))}`;

/** `"a", "b"`, each once. */
export const quoted = (texts: readonly string[]): string => [...new Set(texts)].map((text) => `"${text}"`).join(', ');

/** `"a", "b"`, each once and in order. */
export const quotedSorted = (texts: readonly string[]): string => quoted([...texts].sort());

export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);

/** `pod`, `container "a"` or `pod and containers "a", "b"`: what sets a value that is not allowed. */
export const settersOf = (pod: boolean, containers: readonly CheckedContainer[]): string =>
  [...(pod ? ['pod'] : []), ...(containers.length > 0 ? [namesOf(containers)] : [])].join(' and ');
