import type { Container, Pod } from '@orch/api';
import { MAX_ANNOTATIONS_BYTES } from '@orch/apimachinery';
import type { ContainerDefaults } from './container-defaults.js';

type Amounts = Readonly<Record<string, string>>;

/**
 * Sets default requests and limits on containers without them, and lists them in an annotation. Returns the same pod if there is
 * nothing to add, undefined if the annotation would be too long: a pod of a thousand containers and ten thousand defaults are not multiplied.
 */
export function withDefaultResources(pod: Pod, defaults: ContainerDefaults, annotation: string): Pod | undefined {
  if (!pod.spec || defaults.isEmpty) return pod;
  if (defaults.areTooMany) return undefined;
  const { limits, requests } = defaults;
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

const missing = (defaults: Amounts, given: Amounts = {}): string[] =>
  Object.keys(defaults)
    .filter((name) => !Object.hasOwn(given, name))
    .sort();
