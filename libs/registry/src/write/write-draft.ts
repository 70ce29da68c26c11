import type { CompiledView } from '@orch/api';
import type { ApiObject, FieldOwner } from '@orch/apimachinery';
import type { MailboxTurn } from '../actor/mailbox.js';
import type { Entry } from '../cache/entry.js';
import type { OnFailure } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { WriteRequest, WriteResult } from './write-request.js';

/** A write of a sub-resource with its own kind, such as `scale`. */
export interface ViewDraft {
  readonly compiled: CompiledView;
  /** The view of the current object. */
  readonly current: ApiObject;
  /** The sent view after the steps so far. */
  object: ApiObject;
}

/** One attempt to write one object, on its way through the steps of its operation. */
export interface WriteDraft {
  readonly context: WriteContext;
  readonly request: WriteRequest;
  readonly onFailure: OnFailure;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** The decoded object, with defaults. */
  readonly decoded: ApiObject;
  /** The object to change; undefined for a create. */
  readonly target: UpdateTarget | undefined;
  /** The turn of the write at its object. Default: none, for a create. */
  readonly turn?: MailboxTurn;
  /** Owners computed by an apply. */
  readonly appliedOwners: readonly FieldOwner[] | undefined;
  readonly view: ViewDraft | undefined;
  /** Another uid than that of the current object is a conflict. */
  readonly uidIsPrecondition: boolean;
  /** The object after the steps so far. */
  object: ApiObject;
}

/** The object that an update changes. */
export interface UpdateTarget {
  readonly key: string;
  readonly name: string;
  readonly entry: Entry;
  /** The current object, in the version of the request. */
  readonly object: ApiObject;
}

/** A step of a write: changes `draft.object`, or throws an ApiError. Synchronous where possible: a promise costs microseconds. */
export type WriteStep = (draft: WriteDraft) => void | Promise<void>;

/** A step that depends on nothing but the draft, and may run again on its own result. */
export type StrategyStep = (draft: WriteDraft) => void;

/** Steps of a write, in order, and the commit of the resulting object. */
export interface WritePipeline {
  readonly steps: readonly WriteStep[];
  readonly commit: (draft: WriteDraft) => WriteResult | Promise<WriteResult>;
}
