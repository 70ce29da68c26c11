import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { runtimeClassKind } from './v1/runtime-class/runtime-class.kind.js';

/** Runtime classes; 1.25 removes the beta version (B-444, B-445). */
export const nodeKinds: readonly KindDeclaration[] = [
  runtimeClassKind,
  siblingVersion(runtimeClassKind, {
    version: 'v1beta1',
    lifecycle: { deprecated: 22, removed: 25, replacement: { group: 'node', version: 'v1', kind: 'RuntimeClass' } },
  }),
];
