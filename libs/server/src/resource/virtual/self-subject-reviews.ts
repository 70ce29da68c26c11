import type { ApiObject } from '@orch/apimachinery';
import { questions } from './sent-object.js';
import type { VirtualResource } from './virtual-resource.js';

/** Who the one who asks is, after authentication. */
export const selfSubjectReviews = (): VirtualResource =>
  questions<ApiObject>((_asked, { user }) => ({ userInfo: { ...user } }));
