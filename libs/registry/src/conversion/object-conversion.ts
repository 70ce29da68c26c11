import type { ApiObject, WorkLimit } from '@orch/apimachinery';
import type { ConversionCalls } from '../write/conversion-calls.js';

/** Converts objects of a custom kind between its versions by calls that take time, such as those of a webhook. */
export interface ObjectConversion {
  /**
   * Whether a write is refused whose object cannot be converted to another served version: reads of that version would fail, lists with the objects
   * of others. For conversions that make no calls.
   */
  readonly checksWrites?: boolean;
  /** The calls of the webhook that converts. Default: it makes none. */
  readonly webhookCalls?: ConversionCalls;
  /**
   * The objects in `apiVersion`, in order, with the identity of the originals. Those that have it already are returned as they are.
   * @param limit of what a webhook may return. Default: none.
   * @throws ApiError when one of them cannot be converted; WorkLimitError.
   */
  convert(objects: readonly ApiObject[], apiVersion: string, limit?: WorkLimit): Promise<readonly ApiObject[]>;
}
