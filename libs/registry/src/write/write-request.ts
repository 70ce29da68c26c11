import type { UserInfo } from '@orch/api';
import type { DecodedBody } from '@orch/apimachinery';

/** What strict decoding does about unknown and duplicate fields (C-260..C-263). */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** What every write carries beside its body. */
export interface WriteRequest {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly user: UserInfo;
  /** Everything but storing (A-112..A-122). */
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Who owns the fields it sets (A-233, C-112). Never empty. */
  readonly fieldManager: string;
  readonly warn: (text: string) => void;
  /** Annotates the audit event of the request. Default: nothing is noted. */
  readonly annotate?: (key: string, value: string) => void;
  /** Whether a create keeps a status that has a sub-resource of its own: the server may, in one write. Default false. */
  readonly keepsStatus?: boolean;
  /** Waits until a large object may be changed on the event loop, where many such writes take turns. Absent: it may at once. */
  readonly takeTurn?: () => Promise<void>;
  /** Asked before an update becomes a create. Throws ApiError Forbidden. Absent: it may. */
  readonly mayCreate?: () => void | Promise<void>;
}

/** What a write answers: the bytes that were committed, or for a dry run those that would have been. */
export interface WriteResult {
  readonly bytes: Buffer;
  readonly created: boolean;
}

/** A changed body from the state that stands: how PATCH makes its object. Pure; may run again after a lost race. */
export type Patch = (current: Record<string, unknown>) => DecodedBody;
