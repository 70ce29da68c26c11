import type { StatusReason } from '@orch/apimachinery';

/** A body for the worker thread. */
export interface YamlTask {
  readonly bytes: Uint8Array;
}

/** What the worker thread makes of it. */
export type YamlAnswer =
  | { readonly json: Uint8Array; readonly duplicateFields: string[] }
  | { readonly refused: { readonly reason: StatusReason; readonly message: string } }
  /** A fault of the decoder. */
  | { readonly failed: string };
