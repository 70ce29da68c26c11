import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { NEWER } from './newer-fields.js';

const structs = structVersion('resource.v1', 'resource.v1beta2', {
  since: { 34: 33, 37: 36 },
  absent: ['DeviceTaintSelector.deviceClassName', 'DeviceTaintSelector.selectors'],
  ...NEWER,
});

/** Version v1beta2 of a kind of v1: the same fields. Disabled by default (D-231). */
export const resourceV1Beta2Kind = (stored: KindDeclaration): KindDeclaration =>
  siblingVersion(stored, { version: 'v1beta2', structs });
