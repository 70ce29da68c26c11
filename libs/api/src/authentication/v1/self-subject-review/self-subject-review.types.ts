import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { UserInfo } from '../user-info.js';

@Struct('authentication.v1.SelfSubjectReviewStatus', { since: 28, description: 'The user of a request.' })
export class SelfSubjectReviewStatus {
  @Field(1, () => UserInfo, { since: 28, description: 'Attributes of the user.' }) userInfo?: UserInfo;
}

@Struct('authentication.v1.SelfSubjectReview', {
  typeMeta: true,
  since: 28,
  description: 'Returns the attributes of the requesting user. Never stored.',
})
export class SelfSubjectReview extends KindObject {
  @Field(1, () => ObjectMeta, { since: 28 }) metadata: ObjectMeta;
  @Field(2, () => SelfSubjectReviewStatus, { since: 28 }) status?: SelfSubjectReviewStatus;
}
