import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { priorityClassKind } from './v1/priority-class/priority-class.kind.js';

/** Priority classes; 1.22 removes the older version (D-253). */
export const schedulingKinds: readonly KindDeclaration[] = [
  priorityClassKind,
  siblingVersion(priorityClassKind, {
    version: 'v1beta1',
    lifecycle: {
      deprecated: 14,
      removed: 22,
      replacement: { group: 'scheduling', version: 'v1', kind: 'PriorityClass' },
    },
  }),
];
