import type { ApiClient } from '../api/client';
import { eachObject } from '../api/each-object';
import { eachOf } from '../api/each-of';
import type { ApiObject } from '../api/object';
import { pathOf, type Resource } from '../api/resource';

export interface Scan<T> {
  /** What is asked for of the kind: metadata only where that is enough. */
  readonly acceptOf: (resource: Resource) => string;
  /** Whether the object is wanted, and as what. */
  readonly look: (resource: Resource, object: ApiObject) => T | undefined;
}

export interface ScanProgress<T> {
  readonly kindsDone: number;
  readonly kinds: number;
  readonly found: readonly T[];
  /** Kinds with more objects than are looked at. */
  readonly partial: readonly Resource[];
  /** Kinds that could not be read. */
  readonly unread: readonly Resource[];
}

const CONCURRENT = 3;

/** Looks at all objects of the kinds, in one namespace or everywhere (''). */
export async function scanKinds<T>(
  client: Pick<ApiClient, 'json'>,
  resources: readonly Resource[],
  namespace: string,
  { acceptOf, look }: Scan<T>,
  signal: AbortSignal,
  onProgress: (progress: ScanProgress<T>) => void,
): Promise<void> {
  const found: T[] = [];
  const partial: Resource[] = [];
  const unread: Resource[] = [];
  let kindsDone = 0;
  await eachOf(resources, CONCURRENT, signal, async (resource) => {
    const path = pathOf(resource, resource.namespaced ? namespace : '');
    try {
      const isWhole = await eachObject(client, path, { accept: acceptOf(resource), signal }, (object) => {
        const wanted = look(resource, object);
        if (wanted !== undefined) found.push(wanted);
      });
      if (!isWhole) partial.push(resource);
    } catch {
      if (signal.aborted) return;
      unread.push(resource);
    }
    kindsDone++;
    onProgress({ kindsDone, kinds: resources.length, found: [...found], partial, unread });
  });
}
