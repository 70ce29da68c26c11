import type { Revision } from '@orch/storage';
import type { Entry } from './entry.js';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One change of one resource, in revision order. A DELETED change holds the last state as its entry (C-029). */
export interface Change {
  readonly type: ChangeType;
  readonly revision: Revision;
  readonly entry: Entry;
  /** State before; undefined when ADDED. */
  readonly previous: Entry | undefined;
  readonly timeMs: number;
}
