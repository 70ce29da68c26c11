import type { ListedStep, Operation } from '@orch/testing';
import { COLLECTION, foundIn, type ConfigMap } from './config-map.js';
import type { Dice } from './dice.js';
import type { Recording } from './recording.js';
import type { Requester } from './requester.js';
import type { Replica } from './topology.js';

interface Page {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly ConfigMap[];
}

/**
 * All current objects, page by page, each page from any replica. Undefined: a request failed, so the list is unusable.
 * The first page determines the resourceVersion of all.
 */
export async function list(
  requester: Requester,
  replicas: readonly Replica[],
  keys: ReadonlySet<string>,
  recording: Recording,
  dice: Dice,
): Promise<ListedStep | undefined> {
  const limit = dice.chance(0.5) ? `limit=${dice.between(1, 5)}` : '';
  const start = recording.now();
  let at = Infinity;
  const items: ListedStep['items'][number][] = [];
  const names: string[] = [];
  for (let token: string | undefined = ''; ;) {
    const replica = dice.pick(replicas);
    names.push(replica.name);
    const query = `?${limit}${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`;
    const answer = await requester.ask(replica.port, { method: 'GET', path: COLLECTION + query });
    if (answer.is !== 'answered' || answer.status !== 200) {
      if (answer.is === 'answered' && ![410, 429, 503, 504].includes(answer.status))
        recording.odd(replica.name, { list: query, ...answer });
      return undefined;
    }
    at = Math.min(at, recording.now());
    const { metadata, items: found } = answer.body as Page;
    for (const item of found)
      if (keys.has(item.metadata.name)) items.push({ key: item.metadata.name, ...foundIn(item) });
    token = metadata.continue;
    if (!token)
      return { is: 'listed', replica: names.join(' '), version: Number(metadata.resourceVersion), items, start, at };
  }
}

/** A list as reads of each object. */
export function readsOf(
  step: ListedStep,
  process: string,
  keys: ReadonlySet<string>,
  recording: Recording,
): Operation[] {
  const found = new Map(step.items.map(({ key, version, content }) => [key, { version, content }]));
  return [...keys].map((key) => {
    const item = found.get(key);
    return {
      id: recording.newId(),
      process,
      replica: step.replica,
      key,
      request: { kind: 'read' },
      start: step.start,
      end: step.at,
      outcome: item ? { is: 'done', found: item } : { is: 'absent' },
    };
  });
}
