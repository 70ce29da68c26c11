import type { GroupName } from '@orch/vocabulary';
import type { StructClass } from './field-type.js';

/** A kind that is only spoken at a sub-resource: nothing is stored or served under it. */
export interface SpokenKind {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly version: string;
  readonly kind: string;
}
