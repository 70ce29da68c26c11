import type { KindDeclaration } from '../definition/kind-declaration.js';
import { podDisruptionBudgetKind } from './v1/pod-disruption-budget/pod-disruption-budget.kind.js';
import { podDisruptionBudgetV1Beta1Kind } from './v1beta1/pod-disruption-budget.kind.js';
import { podSecurityPolicyKind } from './v1beta1/pod-security-policy/pod-security-policy.kind.js';

/** Every kind of the group `policy`. */
export const policyKinds: readonly KindDeclaration[] = [
  podDisruptionBudgetKind,
  podDisruptionBudgetV1Beta1Kind,
  podSecurityPolicyKind,
];
