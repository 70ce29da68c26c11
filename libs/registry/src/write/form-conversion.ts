import type { ApiObject, encodeObject, KindVersions, WorkLimit } from '@orch/apimachinery';
import type { Stored } from '@orch/storage';
import type { Entry } from '../cache/entry.js';

/** An object as it is stored. */
export type EncodedForm = ReturnType<typeof encodeObject>;

/**
 * Conversion between a served version and the stored one by calls that take time (decision 063). Other kinds have none, and no promises.
 * Those with a `limit` throw WorkLimitError where a webhook makes an object large. Default: none.
 */
export interface FormConversion {
  /** A stored object in the served version; synchronous if there is nothing to convert. @throws ApiError when it cannot be converted. */
  entry(entry: Entry): Entry | Promise<Entry>;
  /** From the served object to the bytes to store. @throws ApiError as `entry`. */
  encode(object: ApiObject, limit?: WorkLimit): EncodedForm | Promise<EncodedForm>;
  /**
   * The bytes to store for a delete, which changes metadata only: converts nothing.
   * @param current the stored object. @param deleted the object after the change, in any version.
   */
  encodeDeleted(current: Entry, deleted: ApiObject): EncodedForm;
  /** The stored object as the served kind, of which only metadata may be used: converts nothing. */
  metadataOf(entry: Entry): ApiObject;
  /** A committed object in the served version. @throws ApiError as `entry`. */
  committed(key: string, stored: Stored): Promise<Buffer>;
  /** The object as a read would show it, had it been stored. @throws ApiError as `entry`. */
  dryRun(object: ApiObject, limit?: WorkLimit): Promise<Buffer>;
  /** Runs `compute`, a pure function that converts objects of managers in other versions. @throws ApiError as `entry`; what `compute` throws. */
  inVersions<T>(versions: KindVersions, compute: (versions: KindVersions) => T, limit?: WorkLimit): Promise<T>;
}
