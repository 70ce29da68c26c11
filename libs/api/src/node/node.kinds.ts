import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { RuntimeClass, runtimeClassConversion } from './v1alpha1/runtime-class.js';
import { runtimeClassKind } from './v1/runtime-class/runtime-class.kind.js';

const replacement = { group: 'node', version: 'v1', kind: 'RuntimeClass' } as const;

/** Runtime classes; 1.24 removes the alpha version, 1.25 the beta version (B-444, B-445). */
export const nodeKinds: readonly KindDeclaration[] = [
  runtimeClassKind,
  siblingVersion(runtimeClassKind, {
    version: 'v1beta1',
    lifecycle: { deprecated: 22, removed: 25, replacement },
  }),
  siblingVersion(runtimeClassKind, {
    version: 'v1alpha1',
    type: RuntimeClass,
    convert: runtimeClassConversion,
    lifecycle: { removed: 24 },
  }),
];
