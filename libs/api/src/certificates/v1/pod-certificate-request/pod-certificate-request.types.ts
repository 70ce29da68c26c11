import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('certificates.v1.PodCertificateRequestSpec', {
  since: 37,
  description: 'Who gets a certificate, from whom, and for which key. Cannot be changed.',
})
export class PodCertificateRequestSpec {
  @Field(1, 'string', { required: true, since: 37, description: 'Requested signer: a domain, a slash and a name.' })
  signerName: string;
  @Field(2, 'string', { required: true, since: 37, description: 'Name of the pod that uses the certificate.' })
  podName: string;
  @Field(3, 'string', { required: true, since: 37, description: 'UID of the pod.' }) podUID: string;
  @Field(4, 'string', { required: true, since: 37, description: 'Name of the service account of the pod.' })
  serviceAccountName: string;
  @Field(5, 'string', { required: true, since: 37, description: 'UID of the service account.' })
  serviceAccountUID: string;
  @Field(6, 'string', { required: true, since: 37, description: 'Name of the node of the pod.' }) nodeName: string;
  @Field(7, 'string', { required: true, since: 37, description: 'UID of the node.' }) nodeUID: string;
  @Field(8, 'int32', {
    pointer: true,
    default: 86_400,
    since: 37,
    description:
      'Longest lifetime of the certificate in seconds, 3600 to 7862400, with built-in signers at most 86400. Default: 86400.',
  })
  maxExpirationSeconds?: number;
  @Field(12, 'bytes', {
    required: true,
    since: 37,
    description: 'PKCS#10 request in DER, signed by the key of the pod. Only the key counts for most signers.',
  })
  stubPKCS10Request: string;
  @Field(11, mapOf('string'), {
    since: 37,
    description: 'Further data for the signer, from the author of the pod and not verified. Keys have a domain.',
  })
  unverifiedUserAnnotations?: Record<string, string>;
}

@Struct('certificates.v1.PodCertificateRequestStatus', {
  since: 37,
  description: 'The issued certificate, or why there is none.',
})
export class PodCertificateRequestStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 37,
    description: 'Conditions: at most one of Issued, Denied and Failed, which is final and True.',
  })
  conditions?: Condition[];
  @Field(2, 'string', {
    since: 37,
    description: 'Certificates in PEM: that of the pod first, then intermediate ones. Set once.',
  })
  certificateChain?: string;
  @Field(4, 'time', { pointer: true, since: 37, description: 'When the certificate becomes valid. Set once.' })
  notBefore?: string;
  @Field(5, 'time', { pointer: true, since: 37, description: 'When the node should request the next one. Set once.' })
  beginRefreshAt?: string;
  @Field(6, 'time', { pointer: true, since: 37, description: 'When the certificate expires. Set once.' })
  notAfter?: string;
}

@Struct('certificates.v1.PodCertificateRequest', {
  typeMeta: true,
  since: 37,
  description: 'Requests a certificate for a pod from a signer. Made by the node of the pod.',
})
export class PodCertificateRequest extends KindObject {
  @Field(1, () => ObjectMeta, { since: 37 }) metadata: ObjectMeta;
  @Field(2, () => PodCertificateRequestSpec, { required: true, since: 37 }) spec: PodCertificateRequestSpec;
  @Field(3, () => PodCertificateRequestStatus, { since: 37 }) status?: PodCertificateRequestStatus;
}
