import type { ApiClient } from '../../api/client';
import { eachOf } from '../../api/each-of';
import { metadataListType } from '../../api/media-types';
import { readPages } from '../../api/read-pages';
import { pathOf, type Resource } from '../../api/resource';
import type { Relative } from './relative';

/** Objects that others own, among those that were read. */
export interface Owned {
  /** By the uid of the owner; every owner of an object counts. */
  readonly byOwner: ReadonlyMap<string, readonly Relative[]>;
  /** Kinds of which not all objects were looked at. */
  readonly partial: readonly Resource[];
  readonly progress: { readonly kindsDone: number; readonly kinds: number };
}

/** At most two requests for each of sixty kinds. */
const MOST_KINDS = 60;
const MOST_OBJECTS = 1_000;
const CONCURRENT = 3;

/** Kinds that controllers make most often are read first. */
const OFTEN_OWNED = ['replicasets', 'pods', 'jobs', 'controllerrevisions', 'endpointslices'];

function inOrder(resources: readonly Resource[]): Resource[] {
  const first = OFTEN_OWNED.flatMap((name) => resources.filter(({ resource }) => resource === name));
  return [...first, ...resources.filter((resource) => !first.includes(resource))];
}

/** Reads the metadata of all objects of the kinds, in one namespace or everywhere (''), as far as the bounds allow. */
export async function findOwned(
  client: Pick<ApiClient, 'json'>,
  resources: readonly Resource[],
  namespace: string,
  signal: AbortSignal,
  onProgress: (owned: Owned) => void,
): Promise<void> {
  const byOwner = new Map<string, Relative[]>();
  const sorted = inOrder(resources);
  const [read, partial] = [sorted.slice(0, MOST_KINDS), sorted.slice(MOST_KINDS)];
  let kindsDone = 0;
  const options = { accept: metadataListType(), signal, most: MOST_OBJECTS };
  await eachOf(read, CONCURRENT, signal, async (resource) => {
    const path = pathOf(resource, resource.namespaced ? namespace : '');
    try {
      const isWhole = await readPages(client, path, options, (objects) => {
        for (const object of objects) {
          for (const uid of new Set(object.metadata.ownerReferences?.map((owner) => owner.uid))) {
            const siblings = byOwner.get(uid) ?? [];
            siblings.push({ resource, object });
            byOwner.set(uid, siblings);
          }
        }
      });
      if (!isWhole) partial.push(resource);
    } catch {
      if (signal.aborted) return;
      partial.push(resource);
    }
    kindsDone++;
    onProgress({ byOwner, partial, progress: { kindsDone, kinds: read.length } });
  });
}
