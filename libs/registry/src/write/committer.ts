import type { ResourceDefinition } from '@orch/api';
import { sameContent, sleep, type ApiObject, type WorkLimit } from '@orch/apimachinery';
import { StorageError, type Precondition, type Revision, type Stored } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { notCaughtUp, toApiError } from '../errors/storage-errors.js';
import { objectKey } from '../keys/storage-keys.js';
import type { WriteRequest, WriteResult } from './write-request.js';
import type { EncodedForm } from './form-conversion.js';
import { assertCurrent } from './kind-guard.js';
import { answerOfStored } from './answer-failure.js';
import { assertStorable } from './stored-size.js';
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

interface UpdateOptions {
  readonly encoded?: EncodedForm | undefined;
  readonly isDeletion?: boolean;
  /** The result has the stored bytes: a conversion is not made. Default: false. */
  readonly asStored?: boolean;
  /** See `WriteRequest`. */
  readonly limit?: WorkLimit | undefined;
}

/** The last step of every write: serialize once, commit, return the committed bytes. */
export class Committer {
  constructor(private readonly parts: WriterParts) {}

  /**
   * @throws ApiError AlreadyExists, ServiceUnavailable; RequestEntityTooLarge; what admission throws when its precondition has changed;
   * KindChangedError.
   */
  async create({ namespace, limit }: WriteRequest, name: string, object: ApiObject): Promise<WriteResult> {
    const { storage, guard } = this.parts;
    const key = objectKey(namespace, name);
    const encoded = this.encode(object, limit);
    const value = encoded instanceof Promise ? await encoded : encoded;
    assertStorable(value.bytes);
    for (let attempt = 1; ; attempt++) {
      assertCurrent(guard);
      const preconditions = createPreconditions(this.parts, namespace, name);
      try {
        const stored = await this.store(name, key, object, value, (at) => storage.create(at, value, ...preconditions));
        const bytes = this.show(key, stored);
        return { bytes: bytes instanceof Promise ? await bytes : bytes, created: true };
      } catch (error) {
        if (!(error instanceof StorageError && error.code === 'PreconditionFailed')) throw error;
        await this.retryOrThrow(error, name, attempt);
      }
    }
  }

  /**
   * @param encoded the object as it is stored. Default: it is encoded here.
   * @param isDeletion any object can be marked as deleted, whatever its size.
   * @throws StorageError Conflict, KeyNotFound after a write of another replica; PreconditionFailed; KindChangedError; ApiError
   * RequestEntityTooLarge.
   */
  async update(
    key: string,
    name: string,
    current: Entry,
    object: ApiObject,
    { encoded, isDeletion = false, asStored = false, limit }: UpdateOptions = {},
  ): Promise<WriteResult> {
    const { storage, form, definition, conversion, guard } = this.parts;
    if (isRemovable(definition, object))
      return { bytes: await this.remove(key, name, current, object), created: false };
    const value = encoded ?? (conversion ? await conversion.encode(object, limit) : form.encode(object, limit));
    if (!isDeletion) assertStorable(value.bytes, current.bytes);
    assertCurrent(guard);
    // A write that changes nothing creates no revision (C-042).
    if (sameContent(value, { bytes: current.bytes, revisionAt: value.revisionAt })) {
      if (asStored) return { bytes: current.bytes, created: false };
      const { bytes, revision } = conversion ? await conversion.entry(current) : current;
      return { bytes: form.show(bytes, revision), created: false };
    }
    const preconditions = replacePreconditions(this.parts);
    const stored = await this.store(name, key, object, value, (at) =>
      storage.replace(at, current.revision, value, ...preconditions),
    );
    const bytes = asStored ? stored.value : this.show(key, stored);
    return { bytes: bytes instanceof Promise ? await bytes : bytes, created: false };
  }

  /**
   * Deletes the object; `last` is the last state sent to watchers. Returns its served bytes.
   * @param encoded the object as it is stored: then the stored bytes are returned. Default: it is encoded here.
   * @throws StorageError Conflict, KeyNotFound after a write of another replica.
   */
  async remove(key: string, name: string, current: Entry, last: ApiObject, encoded?: EncodedForm): Promise<Buffer> {
    const { storage } = this.parts;
    const value = encoded ?? (await this.encode(last));
    const stored = await this.store(name, key, last, value, (at) => storage.delete(at, current.revision, value));
    return encoded ? stored.value : this.show(key, stored);
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

  private encode(object: ApiObject, limit?: WorkLimit): EncodedForm | Promise<EncodedForm> {
    const { form, conversion } = this.parts;
    return conversion ? conversion.encode(object, limit) : form.encode(object, limit);
  }

  /** The served bytes of a committed object. @throws an error for which `isAnswerFailure` is true. */
  private show(key: string, stored: Stored): Buffer | Promise<Buffer> {
    const { form, conversion } = this.parts;
    return conversion ? answerOfStored(conversion.committed(key, stored)) : form.show(stored.value, stored.revision);
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
    value: EncodedForm,
    write: (storageKey: string) => Promise<Stored>,
  ): Promise<Stored> {
    const { form, actor, conversion } = this.parts;
    if (!conversion) actor.expect(key, value, form.toStored(object));
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
 * The preconditions of a create. A store cannot compare keys of another store: across stores, validating admission was the last check.
 * @throws ApiError as admission.
 */
export function createPreconditions(
  { admission, definition, storage, guard }: Pick<WriterParts, 'admission' | 'definition' | 'storage' | 'guard'>,
  namespace: string,
  name: string,
): readonly Precondition[] {
  const read = admission.createPrecondition?.({ definition, namespace, name });
  return preconditionsOf(read?.storage === storage ? read : undefined, guard?.precondition());
}

/** The preconditions of a replace. */
export const replacePreconditions = ({ guard }: Pick<WriterParts, 'guard'>): readonly Precondition[] =>
  preconditionsOf(guard?.precondition());

const preconditionsOf = (...preconditions: readonly (Precondition | undefined)[]): readonly Precondition[] =>
  preconditions.filter((precondition) => precondition !== undefined);

/** A terminating object that nothing blocks any more (A-110, C-161). */
function isRemovable(definition: ResourceDefinition, object: ApiObject): boolean {
  const { deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp === undefined || (finalizers && finalizers.length > 0) || deletionGracePeriodSeconds)
    return false;
  return !definition.declaration.removalBlocked?.(object);
}
