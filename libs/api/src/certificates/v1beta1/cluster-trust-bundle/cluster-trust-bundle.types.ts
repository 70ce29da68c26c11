import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('certificates.v1beta1.ClusterTrustBundleSpec', { since: 33 })
export class ClusterTrustBundleSpec {
  @Field(1, 'string', { since: 33, description: 'Signer of the CAs; its name is then a prefix of the object name.' })
  signerName?: string;
  @Field(2, 'string', { required: true, since: 33, description: 'Certificates of authorities, as PEM.' })
  trustBundle: string;
}

@Struct('certificates.v1beta1.ClusterTrustBundle', {
  typeMeta: true,
  since: 33,
  description: 'Trusted certificate authorities for the cluster.',
})
export class ClusterTrustBundle extends KindObject {
  @Field(1, () => ObjectMeta, { since: 33 }) metadata: ObjectMeta;
  @Field(2, () => ClusterTrustBundleSpec, { required: true, since: 33 }) spec: ClusterTrustBundleSpec;
}
