import type { Container, LimitRangeItem, Pod } from '@orch/api';

type Amounts = Readonly<Record<string, string>>;

/**
 * Sets default requests and limits on containers without them, and lists them in an annotation. Returns the same pod if there is
 * nothing to add.
 */
export function withDefaultResources(pod: Pod, items: readonly LimitRangeItem[], annotation: string): Pod {
  const ofContainers = items.filter(({ type }) => type === 'Container');
  if (!pod.spec || ofContainers.length === 0) return pod;
  const limits = merged(ofContainers.map((item) => item.default));
  const requests = merged(ofContainers.map((item) => item.defaultRequest));
  const defaulted: string[] = [];
  const withDefaults = <T extends Container>(container: T, what: string): T => {
    const { resources = {} } = container;
    const request = missing(requests, resources.requests);
    const limit = missing(limits, resources.limits);
    if (request.length > 0) defaulted.push(`${request.join(', ')} request for ${what} ${container.name}`);
    if (limit.length > 0) defaulted.push(`${limit.join(', ')} limit for ${what} ${container.name}`);
    if (request.length + limit.length === 0) return container;
    const all = { limits: { ...limits, ...resources.limits }, requests: { ...requests, ...resources.requests } };
    return { ...container, resources: { ...resources, ...all } };
  };
  const { containers, initContainers } = pod.spec;
  const spec = {
    ...pod.spec,
    containers: (containers ?? []).map((container) => withDefaults(container, 'container')),
    ...(initContainers ? { initContainers: initContainers.map((one) => withDefaults(one, 'init container')) } : {}),
  };
  if (defaulted.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${defaulted.join('; ')}` };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}

/** If several ranges set a default, the first applies. */
const merged = (all: readonly (Amounts | undefined)[]): Record<string, string> =>
  Object.assign({}, ...all.toReversed()) as Record<string, string>;

const missing = (defaults: Amounts, given: Amounts = {}): string[] =>
  Object.keys(defaults)
    .filter((name) => !Object.hasOwn(given, name))
    .sort();
