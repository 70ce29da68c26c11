import type { ResourceDefinition } from '@orch/api';
import { sameContent, sleep, type ApiObject } from '@orch/apimachinery';
import { StorageError, type Precondition, type Revision, type Stored } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { notCaughtUp, toApiError } from '../errors/storage-errors.js';
import { objectKey } from '../keys/storage-keys.js';
import type { WriteResult } from './write-request.js';
import { refOf, type WriterParts } from './writer-parts.js';

/**
 * Attempts of a write without a resourceVersion under conflicts with other replicas. Each conflict means that another write
 * succeeded, so there is overall progress; the last conflict is returned to the client.
 */
const MAX_ATTEMPTS = 64;
/** From this attempt on retries wait for a random time, which saves failing attempts under contention. */
const BACKOFF_FROM_ATTEMPT = 4;
const BACKOFF_STEP_MS = 2;
const MAX_BACKOFF_MS = 32;
/** How long a retry waits until the cache has the conflicting change. */
const CATCH_UP_MS = 5_000;

interface Encoded {
  readonly bytes: Buffer;
  readonly revisionAt: number;
}

/** The last step of every write: serialize once, commit, return the committed bytes. */
export class Committer {
  constructor(private readonly parts: WriterParts) {}

  /** @throws ApiError AlreadyExists, ServiceUnavailable; what admission throws when its precondition has changed. */
  async create(namespace: string, name: string, object: ApiObject): Promise<WriteResult> {
    const { storage, form } = this.parts;
    const key = objectKey(namespace, name);
    const value = form.encode(object);
    for (let attempt = 1; ; attempt++) {
      const precondition = createPrecondition(this.parts, namespace, name);
      try {
        const stored = await this.store(name, key, object, value, (at) => storage.create(at, value, precondition));
        return { bytes: form.show(stored.value, stored.revision), created: true };
      } catch (error) {
        if (!(error instanceof StorageError && error.code === 'PreconditionFailed')) throw error;
        await this.retryOrThrow(error, name, attempt);
      }
    }
  }

  /** @throws StorageError Conflict, KeyNotFound after a write of another replica. */
  async update(key: string, name: string, current: Entry, object: ApiObject): Promise<WriteResult> {
    const { storage, form, definition } = this.parts;
    if (isRemovable(definition, object))
      return { bytes: await this.remove(key, name, current, object), created: false };
    const value = form.encode(object);
    // A write that changes nothing creates no revision (C-042).
    if (sameContent(value, { bytes: current.bytes, revisionAt: value.revisionAt })) {
      return { bytes: form.show(current.bytes, current.revision), created: false };
    }
    const stored = await this.store(name, key, object, value, (at) => storage.replace(at, current.revision, value));
    return { bytes: form.show(stored.value, stored.revision), created: false };
  }

  /**
   * Deletes the object; `last` is the last state sent to watchers. Returns its served bytes.
   * @throws StorageError Conflict, KeyNotFound after a write of another replica.
   */
  async remove(key: string, name: string, current: Entry, last: ApiObject): Promise<Buffer> {
    const { storage, form } = this.parts;
    const value = form.encode(last);
    const stored = await this.store(name, key, last, value, (at) => storage.delete(at, current.revision, value));
    return form.show(stored.value, stored.revision);
  }

  /**
   * After a failed attempt: returns when the write may be retried, else throws.
   * @throws ApiError for the storage error.
   */
  async retryOrThrow(error: unknown, name: string, attempt: number): Promise<void> {
    if (!(error instanceof StorageError)) throw error;
    if (attempt >= MAX_ATTEMPTS) throw toApiError(error, refOf(this.parts, name));
    await this.caughtUp(error, name);
    if (attempt < BACKOFF_FROM_ATTEMPT) return;
    const { clock, random } = this.parts;
    await sleep(clock, random() * Math.min(attempt * BACKOFF_STEP_MS, MAX_BACKOFF_MS));
  }

  /** Returns when reads here see the conflicting change. @throws ApiError ServiceUnavailable after a timeout. */
  async reached(revision: Revision): Promise<void> {
    if (await this.parts.actor.position.waitFor(revision, CATCH_UP_MS)) return;
    throw notCaughtUp();
  }

  private async caughtUp(error: StorageError, name: string): Promise<void> {
    if (error.revision !== undefined) return this.reached(error.revision);
    // The revision of the delete is unknown. On a store that is not shared, the delete is in progress.
    const refreshed = this.parts.actor.position.refresh();
    if (!refreshed) throw toApiError(error, refOf(this.parts, name));
    await refreshed;
  }

  private store(
    name: string,
    key: string,
    object: ApiObject,
    value: Encoded,
    write: (storageKey: string) => Promise<Stored>,
  ): Promise<Stored> {
    const { form, actor } = this.parts;
    actor.expect(key, value, form.toStored(object));
    return write(actor.prefix + key).catch((error: unknown) => {
      actor.unexpect(key);
      if (error instanceof StorageError && !isWriteConflict(error)) throw toApiError(error, refOf(this.parts, name));
      throw error;
    });
  }
}

/** The object changed since the write was computed. */
const isWriteConflict = ({ code }: StorageError): boolean =>
  code === 'Conflict' || code === 'KeyNotFound' || code === 'PreconditionFailed';

/**
 * The precondition of a create. A store cannot compare keys of another store: across stores, validating admission was the last check.
 * @throws ApiError as admission.
 */
export function createPrecondition(
  { admission, definition, storage }: Pick<WriterParts, 'admission' | 'definition' | 'storage'>,
  namespace: string,
  name: string,
): Precondition | undefined {
  const read = admission.createPrecondition?.({ definition, namespace, name });
  return read?.storage === storage ? read : undefined;
}

/** A terminating object that nothing blocks any more (A-110, C-161). */
function isRemovable(definition: ResourceDefinition, object: ApiObject): boolean {
  const { deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp === undefined || (finalizers && finalizers.length > 0) || deletionGracePeriodSeconds)
    return false;
  return !definition.declaration.removalBlocked?.(object);
}
