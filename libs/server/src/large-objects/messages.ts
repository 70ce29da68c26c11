import type { UserInfo } from '@orch/api';
import type { ApiObject, StatusReason } from '@orch/apimachinery';
import type {
  AdmissionOperation,
  AnnotationLevel,
  DeleteRequest,
  FieldValidation,
  FinishedCall,
  ServedResource,
  WatchEvent,
  WriteRequest,
} from '@orch/registry';
import type { StorageErrorCode } from '@orch/storage';

/** Settings from which the worker thread builds its kinds. */
export interface WorkerSettings {
  readonly vocabulary: string;
  readonly emulatedMinor: number;
  /** Names of enabled feature gates. */
  readonly features: readonly string[];
}

/** The kind of a task. */
export interface TaskKind {
  readonly resource: ServedResource;
  /** Of a kind that is served at run time. Undefined: built in. */
  readonly custom: CustomSource | undefined;
}

/** What a kind is built from that is served at run time. */
export interface CustomSource {
  /** Another one has another number. */
  readonly id: number;
  /** JSON of the definition. */
  readonly definition: Uint8Array;
  /** See `KindSource`. */
  readonly currentSince: number;
  /** See `KindSource`. */
  readonly convertedSince: number | undefined;
}

/** The cloneable fields of a write request. */
export type PlainRequest = Pick<WriteRequest, 'namespace' | 'dryRun' | 'fieldManager' | 'sent'> & {
  readonly user: UserInfo;
  readonly fieldValidation: FieldValidation;
};

/** One write for the worker thread. */
export interface WriteTask extends TaskKind {
  /** `change`: the server itself computes the new object. */
  readonly operation: 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'change';
  readonly subresource: string;
  /** Name in the URL; empty for a create. */
  readonly name: string;
  readonly request: PlainRequest;
  /** Media type of the body: of an object or of a patch. */
  readonly mediaType: string;
  readonly body: Uint8Array;
  /** Repeated fields of the body, found before it became JSON. */
  readonly duplicateFields: readonly string[];
  /** Of YAML: the same with lines. */
  readonly duplicateKeys?: readonly string[];
  /** Of an apply only. */
  readonly force: boolean;
  /** Of a delete only. */
  readonly options: DeleteRequest;
  /** Time of the request: milliseconds since 1970. */
  readonly nowMs: number;
  /** Whether other processes write the same objects, so that the store has to be read for the newest state. */
  readonly isShared: boolean;
  /** Whether admission reads the objects. */
  readonly sendsContent: boolean;
  /** Whether audit needs the body as JSON. */
  readonly recordsBody: boolean;
}

/** The result of a write. */
export interface WrittenObject {
  /** In the version of the request. */
  readonly bytes: Uint8Array;
  readonly created: boolean;
  /** For a delete: whether the object was removed, and its name. */
  readonly gone: boolean;
  readonly name: string | undefined;
  readonly uid: string | undefined;
}

/** The current object of a key, as the server's cache has it. */
export interface CurrentObject {
  readonly key: string;
  /** Undefined: it does not exist. */
  readonly stored: { readonly revision: number; readonly bytes: Uint8Array } | undefined;
}

/**
 * An object for admission. JSON is sent once, without managedFields; later messages refer to it by number. Where
 * admission does not read objects, only the identifying metadata is sent.
 */
export type SentObject =
  | { readonly id: number; readonly json?: Uint8Array | undefined }
  | { readonly named: ApiObject };

/** Calls from the worker thread to the server. */
export type ServerCall = SessionCall | ExchangeCall;

/** A call of the webhook that converts the objects of the kind. The answer is returned as it came. */
export interface ExchangeCall {
  readonly kind: 'exchange';
  /** JSON. */
  readonly review: Uint8Array;
  /** Number of its objects. */
  readonly objects: number;
}

/** Calls during a write. */
export type SessionCall =
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
  /** The number of this call, which identifies its undo functions. */
  readonly of: number;
  /** The number of the mutated object. */
  readonly resultId: number;
}

export interface StoreCall {
  readonly kind: 'create' | 'replace' | 'delete';
  readonly storageKey: string;
  /** For replace and delete. */
  readonly expected: number;
  readonly bytes: Uint8Array;
  readonly revisionAt: number | undefined;
}

/** An error as a message between threads. */
export type WireError =
  | {
      readonly type: 'api';
      readonly reason: StatusReason;
      /** Of a conversion between versions. */
      readonly isConversion: boolean;
      readonly message: string;
      /** JSON: with tens of thousands of causes it is faster than a structured clone. */
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
  | { readonly type: 'kindChanged' }
  | { readonly type: 'other'; readonly message: string; readonly stack: string | undefined };

/** An event of a watch. */
export interface RepresentedEvent {
  readonly type: WatchEvent['type'];
  readonly revision: number;
  /** The first one of the watch. */
  readonly isFirst: boolean;
}

/** One object to encode for an answer. */
export interface RepresentTask extends TaskKind {
  readonly subresource: string;
  /** Headers and query that select the representation. */
  readonly accept: string | undefined;
  readonly query: string;
  readonly bytes: Uint8Array;
  /** The object is one of a list: only its item is encoded, in JSON, or as `Representation.listedItem` does. Undefined: it is the answer. */
  readonly listedIn: 'json' | 'ownForm' | undefined;
  /** The object is that of an event of a watch, which is encoded. Default: it is not. */
  readonly event?: RepresentedEvent;
  /** Whether the bytes are the stored ones; else JSON in the version of the request. */
  readonly isStored: boolean;
  /** At which the stored object was written. */
  readonly revision: number;
  readonly isIndented: boolean;
  /** Whether audit needs the answer as JSON, too. */
  readonly wantsJson: boolean;
}

/** A stored object to convert to the version of the kind. */
export interface ConvertTask extends TaskKind {
  readonly bytes: Uint8Array;
  readonly revision: number;
}

export interface EncodedAnswer {
  readonly body: Uint8Array;
  readonly json: Uint8Array | undefined;
}

export type ToWorker =
  | { readonly type: 'write'; readonly task: number; readonly write: WriteTask; readonly current: CurrentObject }
  | { readonly type: 'represent'; readonly task: number; readonly represent: RepresentTask }
  | { readonly type: 'convert'; readonly task: number; readonly convert: ConvertTask }
  | {
      readonly type: 'answer';
      readonly task: number;
      readonly call: number;
      readonly value?: unknown;
      readonly error?: WireError;
      readonly current?: CurrentObject | undefined;
    };

/** What audit reads of a decoded body. */
export interface BodyHead {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  readonly metadata: { readonly name: string | undefined };
}

export type FromWorker =
  /** The code of the thread is loaded. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'call';
      readonly task: number;
      readonly call: number;
      /** The key whose current object is returned with the answer if it has changed. */
      readonly key: string | undefined;
      readonly request: ServerCall;
    }
  | { readonly type: 'warning'; readonly task: number; readonly text: string }
  | {
      readonly type: 'annotation';
      readonly task: number;
      readonly key: string;
      readonly value: string;
      readonly from: AnnotationLevel | undefined;
    }
  /** The body was decoded: data for audit. */
  | {
      readonly type: 'decoded';
      readonly task: number;
      readonly head: BodyHead;
      readonly json: Uint8Array | undefined;
    }
  /** A call of the webhook has ended, and its answer was checked. */
  | { readonly type: 'called'; readonly task: number; readonly finished: FinishedCall }
  | { readonly type: 'done'; readonly task: number; readonly result: WrittenObject | EncodedAnswer }
  | { readonly type: 'failed'; readonly task: number; readonly error: WireError };
