import type { StatusReason } from '@orch/apimachinery';

/** A body for the worker thread. */
export interface YamlTask {
  readonly bytes: Uint8Array;
}

/** Answer of the worker thread. */
export type YamlAnswer =
  | { readonly json: Uint8Array; readonly duplicateFields: string[] }
  | { readonly refused: { readonly reason: StatusReason; readonly message: string } }
  /** A bug in the decoder. */
  | { readonly failed: string };
