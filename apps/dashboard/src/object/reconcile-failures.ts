import type { ApiObject } from '../api/object';
import type { PublishedStatus } from '../controller-status/published-status';
import type { Problem } from '../diagnosis/diagnose';
import { visibleText } from '../ui/visible-text';

/** Controllers that failed last at a key with the name of the object: which kind the key is of, they do not say. */
export function reconcileFailures(status: PublishedStatus | undefined, { metadata }: ApiObject): Problem[] {
  const key = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
  return (status?.queues ?? []).flatMap(({ name, last, depth }) => {
    if (last === undefined || last.key !== key) return [];
    const queue = depth === 0 ? '' : ` ${depth} keys wait in its queue.`;
    const times = last.failures < 2 ? '' : `, ${last.failures} times in a row`;
    const text = `The controller ${visibleText(name)} could not reconcile an object of this name${times}: ${visibleText(last.error)}.${queue}`;
    return [{ text, since: last.time }];
  });
}
