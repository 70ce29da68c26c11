import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { runtimeClassKind } from './v1/runtime-class/runtime-class.kind.js';

/** Ways to run containers; the older version goes with 1.25 (B-444, B-445). */
export const nodeKinds: readonly KindDeclaration[] = [
  runtimeClassKind,
  siblingVersion(runtimeClassKind, {
    version: 'v1beta1',
    lifecycle: { deprecated: 22, removed: 25, replacement: { group: 'node', version: 'v1', kind: 'RuntimeClass' } },
  }),
];
