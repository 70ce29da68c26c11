import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { KEY_USAGES } from './usages.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('certificates.v1.CertificateSigningRequestSpec', {
  description: 'The request for a certificate. Cannot be changed.',
})
export class CertificateSigningRequestSpec {
  @Field(1, 'bytes', { required: true, description: 'PKCS#10 request in PEM.', documentedListType: 'atomic' })
  request: string;
  @Field(7, 'string', { required: true, description: 'Requested signer: a domain, a slash and a name.' })
  signerName: string;
  @Field(5, listOf(enumOf(...KEY_USAGES)), {
    goType: '[]v1.KeyUsage',
    listType: 'atomic',
    description: 'Requested usages of the key.',
  })
  usages?: string[];
  @Field(2, 'string', { description: 'User who created the request. Set by the server.' }) username?: string;
  @Field(3, 'string', { description: 'Identifier of the user. Set by the server.' }) uid?: string;
  @Field(4, listOf('string'), { listType: 'atomic', description: 'Groups of the user. Set by the server.' })
  groups?: string[];
  @Field(6, mapOf(listOf('string')), {
    goType: 'map[string]v1.ExtraValue',
    description: 'Further attributes of the user. Set by the server.',
  })
  extra?: Record<string, string[]>;
  @Field(8, 'int32', {
    pointer: true,
    since: 22,
    description: 'Requested lifetime of the certificate in seconds; signers may issue a shorter one. At least 600.',
  })
  expirationSeconds?: number;
}

@Struct('certificates.v1.CertificateSigningRequestCondition', {
  description: 'A condition of a request: its approval, denial or failure.',
  describedAs: () => Condition,
})
export class CertificateSigningRequestCondition {
  @Field(1, 'string', {
    goType: 'v1.RequestConditionType',
    required: true,
    description: 'Approved, Denied or Failed. Approved and Denied exclude each other and cannot be removed.',
  })
  type: string;
  @Field(6, openEnumOf('True', 'False', 'Unknown'), {
    goType: 'v1.ConditionStatus',
    required: true,
    description: 'Always True for Approved, Denied and Failed.',
  })
  status: string;
  @Field(2, 'string') reason?: string;
  @Field(3, 'string') message?: string;
  @Field(4, 'time', { description: 'When the condition was last updated.' }) lastUpdateTime?: string | null;
  @Field(5, 'time') lastTransitionTime?: string | null;
}

@Struct('certificates.v1.CertificateSigningRequestStatus', {
  description: 'Observed state of a request for a certificate.',
})
export class CertificateSigningRequestStatus {
  @Field(1, listOf(() => CertificateSigningRequestCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    description: 'Conditions: Approved, Denied, Failed.',
  })
  conditions?: CertificateSigningRequestCondition[];
  @Field(2, 'bytes', { description: 'The certificate in PEM, once it is issued.', documentedListType: 'atomic' })
  certificate?: string;
}

@Struct('certificates.v1.CertificateSigningRequest', {
  typeMeta: true,
  description:
    'Requests a certificate from a signer. An approver approves or denies it; the signer writes the certificate to the status.',
})
export class CertificateSigningRequest extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CertificateSigningRequestSpec, { required: true }) spec: CertificateSigningRequestSpec;
  @Field(3, () => CertificateSigningRequestStatus) status?: CertificateSigningRequestStatus;
}
