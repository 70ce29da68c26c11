import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('certificates.v1.ClusterTrustBundleSpec', { since: 37, description: 'Trust anchors and their signer.' })
export class ClusterTrustBundleSpec {
  @Field(1, 'string', { since: 37, description: 'Signer of the CAs; its name is then a prefix of the object name.' })
  signerName?: string;
  @Field(2, 'string', { required: true, since: 37, description: 'Certificates of authorities, as PEM.' })
  trustBundle: string;
}

@Struct('certificates.v1.ClusterTrustBundle', {
  typeMeta: true,
  since: 37,
  description: 'Trusted certificate authorities for the cluster.',
})
export class ClusterTrustBundle extends KindObject {
  @Field(1, () => ObjectMeta, { since: 37 }) metadata: ObjectMeta;
  @Field(2, () => ClusterTrustBundleSpec, { required: true, since: 37 }) spec: ClusterTrustBundleSpec;
}
