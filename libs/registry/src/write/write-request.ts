import type { UserInfo } from '@orch/api';
import type { DecodedBody, WorkLimit } from '@orch/apimachinery';
import type { ActionStage, Annotate } from '../admission/admission.js';

/** Handling of unknown and duplicate fields (C-260..C-263). */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** Parameters of a write, without its body. */
export interface WriteRequest {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly user: UserInfo;
  /** Runs all steps except the commit (A-112..A-122). */
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Field manager of the fields it sets (A-233, C-112). Never empty. */
  readonly fieldManager: string;
  /** The two as the client sent them; absent: not sent. Absent as a whole: a write of the server. */
  readonly sent?: {
    readonly fieldValidation?: FieldValidation | undefined;
    readonly fieldManager?: string | undefined;
  };
  readonly warn: (text: string) => void;
  /** Annotates the audit event of the request. Default: ignored. */
  readonly annotate?: Annotate;
  /** Gets the time that webhooks of admission took. Unit: milliseconds. */
  readonly waited?: (ms: number) => void;
  /** Called after waits of admission. Throws when the request has ended meanwhile, so that nothing is stored after a 504. Default: it has not. */
  readonly assertOpen?: () => void;
  /** Part of a delete of a collection: admission sees no name of its own. */
  readonly ofCollection?: true;
  /** Set for a write that the server makes for an action, whose object admission has seen. */
  readonly action?: Extract<ActionStage, 'executed'>;
  /** Whether a create keeps the status although it is a sub-resource: for writes of the server. Default false. */
  readonly keepsStatus?: boolean;
  /** Waits for a time slice of the event loop to change a large object. Absent: no wait. */
  readonly takeTurn?: () => Promise<void>;
  /**
   * Of the work that this write may cause without steps: beyond it, it is abandoned with WorkLimitError before anything is stored. Set where the write
   * can be made elsewhere then. Absent: none.
   */
  readonly limit?: WorkLimit | undefined;
  /** Called before an update becomes a create. Throws ApiError Forbidden. Absent: allowed. */
  readonly mayCreate?: (() => void | Promise<void>) | undefined;
}

/** Result of a write: the committed bytes, or for a dry run those that would have been committed. */
export interface WriteResult {
  readonly bytes: Buffer;
  readonly created: boolean;
}

/** Computes the patched body from the current object. Pure; may run again after a conflict. */
export type Patch = (current: Record<string, unknown>) => DecodedBody;
