import type { HasMetadata } from '@orch/client';
import type { PolicyRule } from './policy-rule.js';

/** Subject of a binding. Subjects with equal kind, namespace and name are equal. */
export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A role or a binding, of a namespace or of the cluster: the fields of all four. */
export interface RightsObject extends HasMetadata {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] };
  readonly roleRef?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
  readonly subjects?: readonly Subject[] | null;
}

export const sameSubject = (a: Subject, b: Subject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');
