import { ApiError, type ApiObject, type ResourceRef } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import { toApiError } from '../errors/storage-errors.js';
import { Entry, type SelectorFacts } from './entry.js';

const NO_BYTES = Buffer.alloc(0);
const NO_FACTS: SelectorFacts = { labels: undefined, fields: {} };

/**
 * An object whose stored value is damaged. Its key and revision are known; every read of its content fails with ApiError
 * InternalError, which names the object. So no reader serves wrong content, and a delete can still remove it.
 */
export class DamagedEntry extends Entry {
  /**
   * @param damage StorageError Corrupted.
   * @param resource the resource that stores the object, for the error.
   */
  constructor(
    key: string,
    private readonly damage: StorageError,
    private readonly resource: ResourceRef,
  ) {
    super(key, damage.revision ?? 0, NO_BYTES, () => NO_FACTS);
  }

  override get bytes(): Buffer {
    return this.fail();
  }

  override get selectorFacts(): SelectorFacts {
    return this.fail();
  }

  override parse(): ApiObject {
    return this.fail();
  }

  /** Of every read: InternalError. */
  get error(): ApiError {
    return toApiError(this.damage, this.resource);
  }

  /** @throws ApiError InternalError */
  fail(): never {
    throw this.error;
  }
}

/** Whether the content cannot be read. */
export const isDamaged = (entry: Entry | undefined): entry is DamagedEntry => entry instanceof DamagedEntry;

/** Whether a read or write failed since the stored value of an object is damaged. */
export const isDamageError = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof StorageError && error.cause.code === 'Corrupted';
