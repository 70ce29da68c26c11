import type { Pod } from './pod.types.js';

/**
 * Selects the container of a request: the named one, or the only one.
 * @returns the name, or the error message of kube-apiserver.
 */
export function chooseContainer({ metadata, spec }: Pod, asked: string): { name: string } | { refusal: string } {
  const lists = [spec?.containers, spec?.initContainers, spec?.ephemeralContainers];
  const [containers = [], initContainers = [], ephemeralContainers = []] = lists.map((list) =>
    (list ?? []).map(({ name }) => name),
  );
  const pod = metadata.name ?? '';
  if (asked !== '') {
    return [...containers, ...initContainers, ...ephemeralContainers].includes(asked)
      ? { name: asked }
      : { refusal: `container ${asked} is not valid for pod ${pod}` };
  }
  if (containers.length === 1) return { name: containers[0]! };
  const choice = [`choose one of: [${containers.join(' ')}]`];
  if (initContainers.length > 0) choice.push(`or one of the init containers: [${initContainers.join(' ')}]`);
  if (ephemeralContainers.length > 0)
    choice.push(`or one of the ephemeral containers: [${ephemeralContainers.join(' ')}]`);
  return { refusal: `a container name must be specified for pod ${pod}, ${choice.join(' ')}` };
}
