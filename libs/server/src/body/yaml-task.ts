import type { DecodedBody, StatusReason } from '@orch/apimachinery';

/** A body for the worker thread. */
export interface YamlTask {
  readonly bytes: Uint8Array;
}

/** Answer of the worker thread. */
export type YamlAnswer =
  | ({ readonly json: Uint8Array } & Omit<DecodedBody, 'value'>)
  | { readonly refused: { readonly reason: StatusReason; readonly message: string } }
  /** A bug in the decoder. */
  | { readonly failed: string };
