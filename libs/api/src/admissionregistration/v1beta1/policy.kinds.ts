import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import {
  mutatingAdmissionPolicyBindingKind,
  mutatingAdmissionPolicyKind,
  validatingAdmissionPolicyBindingKind,
  validatingAdmissionPolicyKind,
} from '../v1/policy/policy.kinds.js';

/** The shared structs of both policy kinds were added with the first kind. */
const structs = structVersion('admissionregistration.v1', 'admissionregistration.v1beta1', {
  shared: ['Rule', 'RuleWithOperations'],
  since: { 30: 28, 36: 34 },
});

const beta = (stored: KindDeclaration): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1beta1',
    structs,
    lifecycle: { optIn: true, replacement: { group: 'admissionregistration', version: 'v1', kind: stored.kind } },
  });

/** Disabled by default (D-231). */
export const betaPolicyKinds: readonly KindDeclaration[] = [
  beta(validatingAdmissionPolicyKind),
  beta(validatingAdmissionPolicyBindingKind),
  beta(mutatingAdmissionPolicyKind),
  beta(mutatingAdmissionPolicyBindingKind),
];
