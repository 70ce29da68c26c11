import type { Container, LimitRangeItem, Pod } from '@orch/api';
import { MAX_ANNOTATIONS_BYTES } from '@orch/apimachinery';

type Amounts = Readonly<Record<string, string>>;

/**
 * Sets default requests and limits on containers without them, and lists them in an annotation. Returns the same pod if there is
 * nothing to add, undefined if the annotation would be too long: a pod of a thousand containers and ten thousand defaults are not multiplied.
 */
export function withDefaultResources(pod: Pod, items: readonly LimitRangeItem[], annotation: string): Pod | undefined {
  const ofContainers = items.filter(({ type }) => type === 'Container');
  if (!pod.spec || ofContainers.length === 0) return pod;
  const limits = merged(ofContainers.map((item) => item.default));
  const requests = merged(ofContainers.map((item) => item.defaultRequest));
  const defaulted: string[] = [];
  let characters = 0;
  const withDefaults = <T extends Container>(container: T, what: string): T => {
    if (characters > MAX_ANNOTATIONS_BYTES) return container;
    const { resources = {} } = container;
    const request = missing(requests, resources.requests);
    const limit = missing(limits, resources.limits);
    const say = (names: readonly string[], kind: string): void => {
      if (names.length === 0) return;
      const said = `${names.join(', ')} ${kind} for ${what} ${container.name}`;
      defaulted.push(said);
      characters += said.length;
    };
    say(request, 'request');
    say(limit, 'limit');
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
  if (characters > MAX_ANNOTATIONS_BYTES) return undefined;
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
