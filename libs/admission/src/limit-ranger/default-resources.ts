import type { Container, LimitRangeItem, Pod } from '@orch/api';

type Amounts = Readonly<Record<string, string>>;

/**
 * The pod with the amounts its containers do not name themselves, and an annotation that tells which those are. The same pod where there is
 * nothing to add.
 */
export function withDefaultResources(pod: Pod, items: readonly LimitRangeItem[], annotation: string): Pod {
  const ofContainers = items.filter(({ type }) => type === 'Container');
  if (!pod.spec || ofContainers.length === 0) return pod;
  const limits = merged(ofContainers.map((item) => item.default));
  const requests = merged(ofContainers.map((item) => item.defaultRequest));
  const told: string[] = [];
  const filled = <T extends Container>(container: T, what: string): T => {
    const { resources = {} } = container;
    const request = missing(requests, resources.requests);
    const limit = missing(limits, resources.limits);
    if (request.length > 0) told.push(`${request.join(', ')} request for ${what} ${container.name}`);
    if (limit.length > 0) told.push(`${limit.join(', ')} limit for ${what} ${container.name}`);
    if (request.length + limit.length === 0) return container;
    const all = { limits: { ...limits, ...resources.limits }, requests: { ...requests, ...resources.requests } };
    return { ...container, resources: { ...resources, ...all } };
  };
  const { containers = [], initContainers } = pod.spec;
  const spec = {
    ...pod.spec,
    containers: containers.map((container) => filled(container, 'container')),
    ...(initContainers ? { initContainers: initContainers.map((one) => filled(one, 'init container')) } : {}),
  };
  if (told.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${told.join('; ')}` };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}

/** Where several ranges say something, the first counts. */
const merged = (all: readonly (Amounts | undefined)[]): Record<string, string> =>
  Object.assign({}, ...all.toReversed()) as Record<string, string>;

const missing = (defaults: Amounts, given: Amounts = {}): string[] =>
  Object.keys(defaults)
    .filter((name) => !Object.hasOwn(given, name))
    .sort();
