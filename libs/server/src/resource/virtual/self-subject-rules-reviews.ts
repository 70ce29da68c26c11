import type { SelfSubjectRulesReview } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { rulesFor } from '@orch/authorization';
import { questions } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** All that the one who asks may do in a namespace, as far as authorizers can tell (C-007). */
export const selfSubjectRulesReviews = ({ authorizer, largeObjects }: VirtualParts): VirtualResource =>
  questions<SelfSubjectRulesReview>(
    ({ spec }, { user }) => {
      if (!spec.namespace) throw ApiError.badRequest('spec.namespace must name a namespace');
      return rulesFor(authorizer, user, spec.namespace);
    },
    { largeAnswers: largeObjects?.answers },
  );
