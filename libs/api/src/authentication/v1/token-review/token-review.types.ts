import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { UserInfo } from '../user-info.js';

@Struct('authentication.v1.TokenReviewSpec')
export class TokenReviewSpec {
  @Field(1, 'string') token?: string;
  @Field(2, listOf('string'), { listType: 'atomic' }) audiences?: string[];
}

@Struct('authentication.v1.TokenReviewStatus')
export class TokenReviewStatus {
  @Field(1, 'bool', { zeroIsShown: true }) authenticated?: boolean;
  @Field(2, () => UserInfo) user?: UserInfo;
  @Field(4, listOf('string'), { listType: 'atomic' }) audiences?: string[];
  @Field(3, 'string') error?: string;
}

@Struct('authentication.v1.TokenReview', {
  typeMeta: true,
  description: 'Authenticates a token. Never stored.',
})
export class TokenReview extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => TokenReviewSpec, { required: true }) spec: TokenReviewSpec;
  @Field(3, () => TokenReviewStatus) status?: TokenReviewStatus;
}
