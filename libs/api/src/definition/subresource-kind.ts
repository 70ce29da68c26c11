import type { GroupName } from '@orch/vocabulary';
import type { StructClass } from './field-type.js';
import type { PrinterColumn } from './printer-column.js';

/** A kind used only by a sub-resource: neither stored nor served as a resource. */
export interface SubresourceKind {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly version: string;
  readonly kind: string;
  /** Columns of its Table representation. Absent: the default columns. */
  readonly columns?: readonly PrinterColumn[];
}
