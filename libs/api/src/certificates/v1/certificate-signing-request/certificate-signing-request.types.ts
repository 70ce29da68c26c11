import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { KEY_USAGES } from './usages.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('certificates.v1.CertificateSigningRequestSpec')
export class CertificateSigningRequestSpec {
  @Field(1, 'bytes', { required: true, description: 'PKCS#10 request in PEM.' }) request: string;
  @Field(7, 'string', { required: true, description: 'Requested signer: a domain, a slash and a name.' })
  signerName: string;
  @Field(5, listOf(enumOf(...KEY_USAGES)), { goType: '[]v1.KeyUsage', listType: 'atomic' }) usages?: string[];
  @Field(2, 'string') username?: string;
  @Field(3, 'string') uid?: string;
  @Field(4, listOf('string'), { listType: 'atomic' }) groups?: string[];
  @Field(6, mapOf(listOf('string')), { goType: 'map[string]v1.ExtraValue' }) extra?: Record<string, string[]>;
  @Field(8, 'int32', {
    pointer: true,
    since: 22,
    description: 'Requested lifetime of the certificate in seconds; signers may issue a shorter one. At least 600.',
  })
  expirationSeconds?: number;
}

@Struct('certificates.v1.CertificateSigningRequestCondition')
export class CertificateSigningRequestCondition {
  @Field(1, 'string', { goType: 'v1.RequestConditionType', required: true }) type: string;
  @Field(6, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(2, 'string') reason?: string;
  @Field(3, 'string') message?: string;
  @Field(4, 'time') lastUpdateTime?: string;
  @Field(5, 'time') lastTransitionTime?: string;
}

@Struct('certificates.v1.CertificateSigningRequestStatus')
export class CertificateSigningRequestStatus {
  @Field(1, listOf(() => CertificateSigningRequestCondition), { listType: 'map', listMapKeys: ['type'] })
  conditions?: CertificateSigningRequestCondition[];
  @Field(2, 'bytes', { description: 'The certificate in PEM, once it is issued.' }) certificate?: string;
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
