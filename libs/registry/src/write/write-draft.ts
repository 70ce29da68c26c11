import type { CompiledView } from '@orch/api';
import type { ApiObject, FieldOwner } from '@orch/apimachinery';
import type { Entry } from '../cache/entry.js';
import type { OnFailure } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { WriteRequest, WriteResult } from './write-request.js';

/** A write of a sub-resource that has a kind of its own, such as `scale`. */
export interface ViewDraft {
  readonly compiled: CompiledView;
  /** The view of the current object. */
  readonly current: ApiObject;
  /** What the steps so far made of the view that was sent. */
  object: ApiObject;
}

/** One attempt to write one object, on its way through the steps of its operation. */
export interface WriteDraft {
  readonly context: WriteContext;
  readonly request: WriteRequest;
  readonly onFailure: OnFailure;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** As it was decoded, with defaults. */
  readonly decoded: ApiObject;
  /** What is changed; undefined for a create. */
  readonly target: UpdateTarget | undefined;
  /** Owners that an apply gave the fields. */
  readonly appliedOwners: readonly FieldOwner[] | undefined;
  readonly view: ViewDraft | undefined;
  /** What the steps so far made of it. */
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

/** A step of a write: changes `draft.object`, or throws an ApiError. Without a promise where it can: each costs microseconds. */
export type WriteStep = (draft: WriteDraft) => void | Promise<void>;

/** What a write consists of: steps in order, then the commit of the object that they made. */
export interface WritePipeline {
  readonly steps: readonly WriteStep[];
  readonly commit: (draft: WriteDraft) => WriteResult | Promise<WriteResult>;
}
