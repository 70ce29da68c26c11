import { errorMessage } from '@orch/apimachinery';
import { keyOf, keyText, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, type Result } from '@orch/controller-kit';
import { CONFLICT_RETRY, isConflict } from '../conflict-retry.js';
import { isNamespaceGoing } from '../namespace.js';
import { preconditionsOf } from '../preconditions.js';
import { unlessRefused } from '../refused-write.js';
import type { EndpointSlice, SliceChanges } from './slice.js';
import type { WrittenSlices } from './written-slices.js';

/** Where slices are written, and where that is remembered. */
export interface SliceTarget {
  readonly client: Pick<ResourceClient<EndpointSlice>, 'create' | 'replace' | 'deleteIfPresent'>;
  readonly written: WrittenSlices;
  readonly signal: AbortSignal;
  /** Called with what failed, before the error is thrown. */
  readonly onFailure?: (text: string) => void;
}

/**
 * Carries out changes of the slices of a service: creations, updates, then removals, so that an endpoint is always in a slice. Ends early
 * without an error when a slice or the namespace was changed or deleted meanwhile.
 * @returns what is left to do after it.
 * @throws TerminalError when the server refuses a write; other failures unchanged.
 */
export async function writeSlices(
  service: ObjectKey,
  { create, update, remove }: SliceChanges,
  { client, written, signal, onFailure }: SliceTarget,
): Promise<Result> {
  let step = '';
  try {
    await unlessRefused(async () => {
      step = 'create';
      for (const slice of create) written.written(service, await client.create(slice, { signal }));
      for (const slice of update) {
        step = `update ${slice.metadata.name}`;
        written.written(service, await client.replace(slice, { signal }));
      }
      for (const slice of remove) {
        step = `delete ${slice.metadata.name}`;
        const wasThere = await client.deleteIfPresent(keyOf(slice), { signal, preconditions: preconditionsOf(slice) });
        if (wasThere) written.deleted(service, slice);
      }
    });
    return DONE;
  } catch (err) {
    // The event of the deletion adds the key again.
    if (isNamespaceGoing(err)) return DONE;
    if (isConflict(err)) return CONFLICT_RETRY;
    if (!signal.aborted)
      onFailure?.(`failed to ${step} EndpointSlice for Service ${keyText(service)}: ${errorMessage(err)}`);
    throw err;
  }
}
