import type { ApiObject } from '@orch/apimachinery';
import { reviewKind } from './sent-object.js';
import type { VirtualResource } from './virtual-resource.js';

/** The calling user, after authentication. */
export const selfSubjectReviews = (): VirtualResource =>
  reviewKind<ApiObject>((_review, { user }) => ({ userInfo: { ...user } }));
