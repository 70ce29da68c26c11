import type { UserInfo } from '@orch/api';
import type { ApiObject, StatusReason } from '@orch/apimachinery';
import type { AdmissionOperation, DeleteRequest, FieldValidation, ServedResource, WriteRequest } from '@orch/registry';
import type { StorageErrorCode } from '@orch/storage';

/** What the worker thread makes its kinds from. */
export interface WorkerSettings {
  readonly vocabulary: string;
  readonly emulatedMinor: number;
  /** Names of the feature gates that are on. */
  readonly features: readonly string[];
}

/** The parts of a write request that are data. */
export type PlainRequest = Pick<WriteRequest, 'namespace' | 'dryRun' | 'fieldManager'> & {
  readonly user: UserInfo;
  readonly fieldValidation: FieldValidation;
};

/** One write for the worker thread. */
export interface WriteTask {
  /** `change`: the server itself computes the new object. */
  readonly operation: 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'change';
  readonly resource: ServedResource;
  readonly subresource: string;
  /** Name on the URL; empty for a create. */
  readonly name: string;
  readonly request: PlainRequest;
  /** Type of the body: of an object or of a patch. */
  readonly mediaType: string;
  readonly body: Uint8Array;
  /** Fields that were repeated in the body before it became JSON. */
  readonly duplicateFields: readonly string[];
  /** Of an apply. */
  readonly force: boolean;
  /** Of a delete. */
  readonly options: DeleteRequest;
  /** Time of the request: milliseconds since 1970. */
  readonly nowMs: number;
  /** Whether other processes write the same objects, so that the store can be asked for what is newest. */
  readonly isShared: boolean;
  /** Whether admission looks into the objects. */
  readonly sendsContent: boolean;
  /** Whether JSON of the body is wanted for audit. */
  readonly recordsBody: boolean;
}

/** What came of a write. */
export interface WrittenObject {
  /** As it is shown at the path of the request. */
  readonly bytes: Uint8Array;
  readonly created: boolean;
  /** Of a delete: whether the object is gone, and how it was called. */
  readonly gone: boolean;
  readonly name: string | undefined;
  readonly uid: string | undefined;
}

/** The current object of a key, as the server's cache has it. */
export interface CurrentObject {
  readonly key: string;
  /** Undefined: there is none. */
  readonly stored: { readonly revision: number; readonly bytes: Uint8Array } | undefined;
}

/**
 * An object for admission. JSON is sent once, without managedFields; afterwards its number stands for it. Where admission does not look
 * into objects, only the metadata that names it is sent.
 */
export type SentObject =
  { readonly id: number; readonly json?: Uint8Array | undefined } | { readonly named: ApiObject };

/** What the worker thread asks the server, while it computes a write. */
export type ServerCall =
  | { readonly kind: 'enter' | 'refresh' | 'mayCreate' | 'leave' | 'compute' }
  | { readonly kind: 'waitFor'; readonly revision: number; readonly timeoutMs: number }
  | AdmissionCall
  | { readonly kind: 'undo'; readonly of: number; readonly outcome: 'NotStored' | 'Unknown' }
  | StoreCall;

export interface AdmissionCall {
  readonly kind: 'mutate' | 'validate';
  readonly operation: AdmissionOperation;
  readonly subresource: string;
  readonly name: string;
  readonly object: SentObject | undefined;
  readonly oldObject: SentObject | undefined;
  /** The number of this call: what it took is given back by it. */
  readonly of: number;
  /** The number of what mutation makes of the object. */
  readonly resultId: number;
}

export interface StoreCall {
  readonly kind: 'create' | 'replace' | 'delete';
  readonly storageKey: string;
  /** Of replace and delete. */
  readonly expected: number;
  readonly bytes: Uint8Array;
  readonly revisionAt: number | undefined;
}

/** An error on its way between threads. */
export type WireError =
  | {
      readonly type: 'api';
      readonly reason: StatusReason;
      readonly message: string;
      /** JSON: of tens of thousands of causes it is read faster than a clone. */
      readonly details: string | undefined;
      readonly metadata: unknown;
      readonly cause: WireError | undefined;
    }
  | {
      readonly type: 'storage';
      readonly code: StorageErrorCode;
      readonly key: string;
      readonly message: string;
      readonly revision: number | undefined;
      readonly what: string | undefined;
    }
  | { readonly type: 'other'; readonly message: string; readonly stack: string | undefined };

/** One object that is to be encoded for an answer. */
export interface RepresentTask {
  readonly resource: ServedResource;
  readonly subresource: string;
  /** Headers and query by which the form was chosen. */
  readonly accept: string | undefined;
  readonly query: string;
  readonly bytes: Uint8Array;
  /** Whether the bytes are those that are stored; else the JSON that is shown at the path of the request. */
  readonly isStored: boolean;
  readonly isIndented: boolean;
  /** Whether the answer is wanted in JSON, too: for audit. */
  readonly wantsJson: boolean;
}

export interface EncodedAnswer {
  readonly body: Uint8Array;
  readonly json: Uint8Array | undefined;
}

export type ToWorker =
  | { readonly type: 'write'; readonly task: number; readonly write: WriteTask; readonly current: CurrentObject }
  | { readonly type: 'represent'; readonly task: number; readonly represent: RepresentTask }
  | {
      readonly type: 'answer';
      readonly task: number;
      readonly call: number;
      readonly value?: unknown;
      readonly error?: WireError;
      readonly current?: CurrentObject | undefined;
    };

export type FromWorker =
  | {
      readonly type: 'call';
      readonly task: number;
      readonly call: number;
      /** The object that the answer is to tell of, should it have changed. */
      readonly key: string | undefined;
      readonly request: ServerCall;
    }
  | { readonly type: 'warning'; readonly task: number; readonly text: string }
  | { readonly type: 'annotation'; readonly task: number; readonly key: string; readonly value: string }
  /** The body was decoded: what audit records of it. */
  | {
      readonly type: 'decoded';
      readonly task: number;
      readonly name: string | undefined;
      readonly json: Uint8Array | undefined;
    }
  | { readonly type: 'done'; readonly task: number; readonly result: WrittenObject | EncodedAnswer }
  | { readonly type: 'failed'; readonly task: number; readonly error: WireError };
