import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { structVersion, type StructDifferences } from '../definition/struct-version.js';
import { priorityClassKind } from './v1/priority-class/priority-class.kind.js';

const older = (version: string, removed: number, differences: StructDifferences = {}): KindDeclaration =>
  siblingVersion(priorityClassKind, {
    version,
    structs: structVersion('scheduling.v1', `scheduling.${version}`, differences),
    lifecycle: {
      deprecated: 14,
      removed,
      replacement: { group: 'scheduling', version: 'v1', kind: 'PriorityClass' },
    },
  });

/** Priority classes; 1.22 removes the beta version (D-253), 1.23 the alpha version. */
export const schedulingKinds: readonly KindDeclaration[] = [
  priorityClassKind,
  older('v1beta1', 22),
  older('v1alpha1', 23, { last: 35, fields: { 'PriorityClass.value': { required: true } } }),
];
