import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { UserInfo } from '../user-info.js';

@Struct('authentication.v1.TokenReviewSpec', { description: 'A token to verify.' })
export class TokenReviewSpec {
  @Field(1, 'string', { description: 'The token.' }) token?: string;
  @Field(2, listOf('string'), {
    listType: 'atomic',
    description: 'Audiences of which the token must have one. Default: that of the API server.',
  })
  audiences?: string[];
}

@Struct('authentication.v1.TokenReviewStatus', { description: 'Result of the verification of a token.' })
export class TokenReviewStatus {
  @Field(1, 'bool', { zeroIsShown: 'specified', description: 'Whether the token is valid.' }) authenticated?: boolean;
  @Field(2, () => UserInfo, { description: 'User of the token.' }) user?: UserInfo;
  @Field(4, listOf('string'), { listType: 'atomic', description: 'Requested audiences that the token has.' })
  audiences?: string[];
  @Field(3, 'string', { description: 'Why the token could not be verified.' }) error?: string;
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
