import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

/** Default lifetime. Unit: seconds. */
export const DEFAULT_TOKEN_SECONDS = 3_600;

@Struct('authentication.v1.BoundObjectReference', { description: 'Object to which a token is bound.' })
export class BoundObjectReference {
  @Field(1, 'string', { description: 'Pod, Secret or Node.' }) kind?: string;
  @Field(2, 'string', { description: 'Group and version of the object.' }) apiVersion?: string;
  @Field(3, 'string', { description: 'Name of the object.' }) name?: string;
  @Field(4, 'string', { goType: 'types.UID', description: 'UID of the object.' }) uid?: string;
}

@Struct('authentication.v1.TokenRequestSpec', { description: 'The requested token.' })
export class TokenRequestSpec {
  @Field(1, listOf('string'), {
    zeroIsShown: true,
    listType: 'atomic',
    documentedAsRequired: true,
    description: 'Recipients that may accept the token. Default: the API server.',
  })
  audiences?: string[] | null;
  @Field(4, 'int64', {
    pointer: true,
    zeroIsShown: true,
    default: DEFAULT_TOKEN_SECONDS,
    description: 'Requested lifetime in seconds, at least 600. The server may issue another. Default: 3600.',
  })
  expirationSeconds?: number | null;
  @Field(3, () => BoundObjectReference, {
    pointer: true,
    zeroIsShown: true,
    description: 'Object to which the token is bound: it is invalid once the object is deleted.',
  })
  boundObjectRef?: BoundObjectReference | null;
}

@Struct('authentication.v1.TokenRequestStatus', { description: 'The issued token.' })
export class TokenRequestStatus {
  @Field(1, 'string', { zeroIsShown: true, documentedAsRequired: true, description: 'The token.' }) token?: string;
  @Field(2, 'time', { documentedAsRequired: true, description: 'When the token expires.' }) expirationTimestamp?:
    | string
    | null;
}

@Struct('authentication.v1.TokenRequest', {
  typeMeta: true,
  description: 'Requests a token of a service account. Never stored.',
})
export class TokenRequest extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => TokenRequestSpec, { documentedAsRequired: true }) spec?: TokenRequestSpec;
  @Field(3, () => TokenRequestStatus) status?: TokenRequestStatus;
}
