import { systemClock } from '@orch/apimachinery';
import { reflect, type HasMetadata, type ObjectKey, type ResourceClient } from '@orch/client';
import { filter, firstValueFrom, map, tap, timeout } from 'rxjs';

const DEFAULT_MS = 30_000;

/**
 * Watches an object until the condition is met; `undefined` is an absent object. The timeout error has the
 * condition and the last observed state.
 */
export async function untilObject<T extends HasMetadata>(
  resource: ResourceClient<T>,
  key: ObjectKey,
  what: string,
  wanted: (object: T | undefined) => boolean,
  timeoutMs = DEFAULT_MS,
): Promise<T | undefined> {
  const scope = key.namespace === '' ? resource : resource.namespace(key.namespace);
  let last: T | undefined;
  const reached = reflect<T>(scope, {
    clock: systemClock,
    random: Math.random,
    fieldSelector: `metadata.name=${key.name}`,
  }).pipe(
    filter((event) => event.type !== 'BOOKMARK'),
    map((event) => (event.type === 'REPLACE' ? event.objects[0] : event.type === 'DELETED' ? undefined : event.object)),
    tap((object) => (last = object)),
    filter(wanted),
    timeout(timeoutMs),
  );
  try {
    return await firstValueFrom(reached);
  } catch (error) {
    throw new Error(
      `timed out waiting for ${what} of ${key.namespace}/${key.name}; last observed: ${JSON.stringify(last)}`,
      {
        cause: error,
      },
    );
  }
}

/** Waits until the object is deleted. */
export const untilGone = <T extends HasMetadata>(
  resource: ResourceClient<T>,
  key: ObjectKey,
  timeoutMs?: number,
): Promise<T | undefined> => untilObject(resource, key, 'the removal', (object) => object === undefined, timeoutMs);
