import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('authentication.v1.BoundObjectReference')
export class BoundObjectReference {
  @Field(1, 'string') kind?: string;
  @Field(2, 'string') apiVersion?: string;
  @Field(3, 'string') name?: string;
  @Field(4, 'string', { goType: 'types.UID' }) uid?: string;
}

@Struct('authentication.v1.TokenRequestSpec')
export class TokenRequestSpec {
  @Field(1, listOf('string'), { listType: 'atomic' }) audiences?: string[];
  @Field(4, 'int64', { pointer: true }) expirationSeconds?: number;
  @Field(3, () => BoundObjectReference, { pointer: true }) boundObjectRef?: BoundObjectReference;
}

@Struct('authentication.v1.TokenRequestStatus')
export class TokenRequestStatus {
  @Field(1, 'string') token?: string;
  @Field(2, 'time') expirationTimestamp?: string;
}

@Struct('authentication.v1.TokenRequest', {
  typeMeta: true,
  description: 'Requests a token of a service account. Never stored.',
})
export class TokenRequest extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => TokenRequestSpec) spec?: TokenRequestSpec;
  @Field(3, () => TokenRequestStatus) status?: TokenRequestStatus;
}
