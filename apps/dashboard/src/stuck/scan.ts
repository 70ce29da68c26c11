import type { ApiClient } from '../api/client';
import { JSON_TYPE, metadataListType } from '../api/media-types';
import type { ApiObject } from '../api/object';
import { readPages } from '../api/read-pages';
import { pathOf, type Resource } from '../api/resource';
import { diagnose, isJudgedByContent, type Problem } from '../diagnosis/diagnose';

export interface StuckObject {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly problems: readonly Problem[];
}

export interface ScanProgress {
  readonly kindsDone: number;
  readonly kinds: number;
  /** The longest stuck first. */
  readonly stuck: readonly StuckObject[];
  /** Kinds with more objects than are looked at. */
  readonly partial: readonly Resource[];
  /** Kinds that could not be read. */
  readonly unread: readonly Resource[];
}

/** Objects of a kind that are looked at. */
const MOST = 5_000;
const CONCURRENT = 3;

const since = ({ problems }: StuckObject): string =>
  problems
    .map((problem) => problem.since)
    .filter((time) => time !== '')
    .toSorted()[0] ?? '';

/** Looks at all objects of the kinds, in one namespace or everywhere ('').  Most kinds are judged by their metadata only. */
export async function scan(
  client: Pick<ApiClient, 'json'>,
  resources: readonly Resource[],
  namespace: string,
  signal: AbortSignal,
  onProgress: (progress: ScanProgress) => void,
): Promise<void> {
  const stuck: StuckObject[] = [];
  const partial: Resource[] = [];
  const unread: Resource[] = [];
  let kindsDone = 0;
  const queue = resources.values();
  const work = async (): Promise<void> => {
    for (const resource of queue) {
      try {
        if (!(await scanKind(client, resource, namespace, signal, stuck))) partial.push(resource);
      } catch {
        if (signal.aborted) return;
        unread.push(resource);
      }
      kindsDone++;
      const sorted = stuck.toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
      onProgress({ kindsDone, kinds: resources.length, stuck: sorted, partial, unread });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}

/** @returns whether all objects were looked at. */
function scanKind(
  client: Pick<ApiClient, 'json'>,
  resource: Resource,
  namespace: string,
  signal: AbortSignal,
  stuck: StuckObject[],
): Promise<boolean> {
  const accept = isJudgedByContent(resource) ? JSON_TYPE : metadataListType();
  const path = pathOf(resource, resource.namespaced ? namespace : '');
  return readPages(client, path, { accept, signal, most: MOST }, (objects) => {
    for (const object of objects) {
      const problems = diagnose(resource, object);
      if (problems.length > 0) stuck.push({ resource, object, problems });
    }
  });
}
