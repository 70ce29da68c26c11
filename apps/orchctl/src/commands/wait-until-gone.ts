import type { HasMetadata, ObjectKey, ResourceClient } from '@orch/client';
import { waitUntil } from './wait-until.js';

/**
 * Waits until the object is deleted or replaced by another of the same name.
 * @param uid of the object; undefined when the server did not return it: then any object of the name counts.
 * @param timeoutMs zero means no limit.
 * @throws UserError when time is up.
 */
export function waitUntilGone(
  resource: ResourceClient<HasMetadata>,
  key: ObjectKey,
  uid: string | undefined,
  timeoutMs: number,
): Promise<void> {
  return waitUntil(
    resource,
    key,
    (object) => !object || (uid !== undefined && object.metadata.uid !== uid),
    timeoutMs,
    `timed out waiting until "${key.name}" is gone`,
  );
}
