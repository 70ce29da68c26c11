import type { SelfSubjectRulesReview } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { rulesFor } from '@orch/authorization';
import { reviewKind } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** The rules of the calling user in a namespace, as far as authorizers can list them (C-007). */
export const selfSubjectRulesReviews = ({ authorizer, largeObjects }: VirtualParts): VirtualResource =>
  reviewKind<SelfSubjectRulesReview>(
    ({ spec }, { user }) => {
      if (!spec.namespace) throw ApiError.badRequest('no namespace on request');
      return rulesFor(authorizer, user, spec.namespace);
    },
    { metadata: () => ({}), largeAnswers: largeObjects?.answers },
  );
