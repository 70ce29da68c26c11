import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { SelfSubjectReview } from './self-subject-review/self-subject-review.types.js';
import { TokenReview } from './token-review/token-review.types.js';

const review = (kind: string, type: KindDeclaration['type']): KindDeclaration => ({
  type,
  group: 'authentication',
  version: 'v1',
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  verbs: ['create'],
});

const tokenReviewKind = review('TokenReview', TokenReview);
const selfSubjectReviewKind = review('SelfSubjectReview', SelfSubjectReview);

/** Questions that are answered and never stored, with their older versions (B-470, B-471). */
export const authenticationKinds: readonly KindDeclaration[] = [
  tokenReviewKind,
  selfSubjectReviewKind,
  siblingVersion(selfSubjectReviewKind, {
    version: 'v1beta1',
    structs: structVersion('authentication.v1', 'authentication.v1beta1', { since: { 28: 27 }, shared: ['UserInfo'] }),
  }),
  siblingVersion(selfSubjectReviewKind, {
    version: 'v1alpha1',
    structs: structVersion('authentication.v1', 'authentication.v1alpha1', { since: { 28: 26 }, shared: ['UserInfo'] }),
  }),
  siblingVersion(tokenReviewKind, {
    version: 'v1beta1',
    lifecycle: {
      deprecated: 19,
      removed: 22,
      replacement: { group: 'authentication', version: 'v1', kind: 'TokenReview' },
    },
  }),
];
