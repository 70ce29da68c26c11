import type { ApiClient } from './client';
import { JSON_TYPE } from './media-types';
import type { ApiObject } from './object';
import { readPages } from './read-pages';

/** Objects of one list that are looked at. */
const MOST_OBJECTS = 5_000;

interface EachOptions {
  /** Default: whole objects. */
  readonly accept?: string;
  /** Default: all objects. */
  readonly fieldSelector?: string;
  readonly signal: AbortSignal;
}

/**
 * Calls `look` with the objects of a list, at most 5,000.
 * @param path of the collection, without a query.
 * @returns whether these were all. @throws ApiFailure
 */
export function eachObject(
  client: Pick<ApiClient, 'json'>,
  path: string,
  { accept = JSON_TYPE, fieldSelector = '', signal }: EachOptions,
  look: (object: ApiObject) => void,
): Promise<boolean> {
  return readPages(client, path, { accept, fieldSelector, signal, most: MOST_OBJECTS }, (objects) => {
    for (const object of objects) look(object);
  });
}
