import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
  type LocalSubjectAccessReview,
  type SelfSubjectAccessReview,
  type SelfSubjectAccessReviewSpec,
  type SubjectAccessReview,
  type UserInfo,
} from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { Authorizer, Requester, RequestInfo } from '@orch/http';
import { ignoredSelectors, selectorsOf } from './review-selectors.js';
import { reviewKind } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** Whether a given user may do something. */
export const subjectAccessReviews = ({ authorizer, largeObjects }: VirtualParts): VirtualResource =>
  reviewKind<SubjectAccessReview>(({ spec }, context) => decide(authorizer, subjectOf(spec), spec, context), {
    validate: validateSubjectAccessReview,
    namesErrors: false,
    largeAnswers: largeObjects?.answers,
  });

/** The same in one namespace, for users with permission in that namespace only (C-004). */
export const localSubjectAccessReviews = ({ authorizer, largeObjects }: VirtualParts): VirtualResource =>
  reviewKind<LocalSubjectAccessReview>(({ spec }, context) => decide(authorizer, subjectOf(spec), spec, context), {
    validate: validateLocalSubjectAccessReview,
    namesErrors: false,
    largeAnswers: largeObjects?.answers,
  });

/** Whether the calling user may do something. */
export const selfSubjectAccessReviews = ({ authorizer, largeObjects }: VirtualParts): VirtualResource =>
  reviewKind<SelfSubjectAccessReview>(({ spec }, context) => decide(authorizer, context.user, spec, context), {
    validate: validateSelfSubjectAccessReview,
    namesErrors: false,
    largeAnswers: largeObjects?.answers,
  });

const subjectOf = ({ user = '', groups = [], uid, extra }: SubjectAccessReview['spec']): UserInfo => ({
  username: user,
  groups,
  ...(uid === undefined ? {} : { uid }),
  ...(extra === undefined ? {} : { extra }),
});

/** An authorizer error is a denial with the error as evaluationError (C-006). */
async function decide(
  authorizer: Authorizer,
  user: UserInfo,
  attributes: SelfSubjectAccessReviewSpec,
  requester: Requester,
): Promise<object> {
  try {
    const { allowed, denied, reason, error } = await authorizer.decide(user, requestOf(attributes), requester);
    const faults = [...(error === undefined ? [] : [error]), ...ignoredSelectors(attributes)];
    return {
      allowed,
      ...(denied && { denied }),
      ...(reason === '' ? {} : { reason }),
      ...(faults.length === 0 ? {} : { evaluationError: faults.join('; ') }),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { allowed: false, evaluationError: error.message };
  }
}

/** The reviewed request as request info: attributes have no URL. */
function requestOf({ resourceAttributes, nonResourceAttributes }: SelfSubjectAccessReviewSpec): RequestInfo {
  const attributes = resourceAttributes ?? {};
  const selectors = selectorsOf(attributes);
  return {
    isResource: resourceAttributes !== undefined,
    path: nonResourceAttributes?.path ?? '',
    verb: nonResourceAttributes?.verb ?? attributes.verb ?? '',
    group: attributes.group ?? '',
    version: attributes.version ?? '',
    namespace: attributes.namespace ?? '',
    resource: attributes.resource ?? '',
    subresource: attributes.subresource ?? '',
    name: attributes.name ?? '',
    rest: [],
    ...(selectors && { selectors }),
  };
}
