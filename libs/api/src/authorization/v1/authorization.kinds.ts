import type { KindDeclaration } from '../../definition/kind-declaration.js';
import type { StructClass } from '../../definition/field-type.js';
import {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SubjectAccessReview,
} from './access-review/access-review.types.js';
import { SelfSubjectRulesReview } from './rules-review/rules-review.types.js';

const review = (kind: string, type: StructClass, namespaced = false): KindDeclaration => ({
  type,
  group: 'authorization',
  version: 'v1',
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  verbs: ['create'],
});

export const subjectAccessReviewKind = review('SubjectAccessReview', SubjectAccessReview);
export const localSubjectAccessReviewKind = review('LocalSubjectAccessReview', LocalSubjectAccessReview, true);
export const selfSubjectAccessReviewKind = review('SelfSubjectAccessReview', SelfSubjectAccessReview);
export const selfSubjectRulesReviewKind = review('SelfSubjectRulesReview', SelfSubjectRulesReview);

/** Questions that are answered and never stored (A-013, C-004). */
export const authorizationKinds: readonly KindDeclaration[] = [
  subjectAccessReviewKind,
  localSubjectAccessReviewKind,
  selfSubjectAccessReviewKind,
  selfSubjectRulesReviewKind,
];
