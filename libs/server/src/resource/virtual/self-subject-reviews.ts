import { formatTime, type ApiObject } from '@orch/apimachinery';
import { reviewKind } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** The calling user, after authentication. */
export const selfSubjectReviews = ({ clock }: Pick<VirtualParts, 'clock'>): VirtualResource =>
  reviewKind<ApiObject>((_review, { user }) => ({ userInfo: { ...user } }), {
    metadata: () => ({ creationTimestamp: formatTime(clock.now()) }),
  });
