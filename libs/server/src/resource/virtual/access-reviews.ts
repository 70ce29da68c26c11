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
import { questions } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** Whether somebody may do something. */
export const subjectAccessReviews = ({ authorizer }: VirtualParts): VirtualResource =>
  questions<SubjectAccessReview>(({ spec }, context) => decide(authorizer, subjectOf(spec), spec, context), {
    validate: validateSubjectAccessReview,
  });

/** The same in one namespace, for those who may ask only there (C-004). */
export const localSubjectAccessReviews = ({ authorizer }: VirtualParts): VirtualResource =>
  questions<LocalSubjectAccessReview>(({ spec }, context) => decide(authorizer, subjectOf(spec), spec, context), {
    validate: validateLocalSubjectAccessReview,
  });

/** Whether the one who asks may do something. */
export const selfSubjectAccessReviews = ({ authorizer }: VirtualParts): VirtualResource =>
  questions<SelfSubjectAccessReview>(({ spec }, context) => decide(authorizer, context.user, spec, context), {
    validate: validateSelfSubjectAccessReview,
  });

const subjectOf = ({ user = '', groups = [], uid, extra }: SubjectAccessReview['spec']): UserInfo => ({
  username: user,
  groups,
  ...(uid === undefined ? {} : { uid }),
  ...(extra === undefined ? {} : { extra }),
});

/** An authorizer that cannot decide says no, and why it could not (C-006). */
async function decide(
  authorizer: Authorizer,
  user: UserInfo,
  asked: SelfSubjectAccessReviewSpec,
  requester: Requester,
): Promise<object> {
  try {
    const { allowed, denied, reason, error } = await authorizer.decide(user, requestOf(asked), requester);
    return {
      allowed,
      ...(denied && { denied }),
      ...(reason === '' ? {} : { reason }),
      ...(error === undefined ? {} : { evaluationError: error }),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { allowed: false, evaluationError: error.message };
  }
}

/** The request in question, as if it had come: no path leads from attributes back to a URL. */
function requestOf({ resourceAttributes, nonResourceAttributes }: SelfSubjectAccessReviewSpec): RequestInfo {
  const asked = resourceAttributes ?? {};
  return {
    isResource: resourceAttributes !== undefined,
    path: nonResourceAttributes?.path ?? '',
    verb: nonResourceAttributes?.verb ?? asked.verb ?? '',
    group: asked.group ?? '',
    version: asked.version ?? '',
    namespace: asked.namespace ?? '',
    resource: asked.resource ?? '',
    subresource: asked.subresource ?? '',
    name: asked.name ?? '',
    rest: [],
  };
}
