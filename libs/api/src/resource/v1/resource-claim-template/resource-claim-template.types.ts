import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { ResourceClaimSpec } from '../resource-claim/resource-claim.types.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Field, Struct } from '../../../definition/decorators.js';

@Struct('resource.v1.ResourceClaimTemplateSpec', {
  since: 34,
  description: 'Labels, annotations and contents of the claims.',
})
export class ResourceClaimTemplateSpec {
  @Field(1, () => ObjectMeta, { since: 34, description: 'Labels and annotations of the claims.' })
  metadata: ObjectMeta;
  @Field(2, () => ResourceClaimSpec, { required: true, since: 34, description: 'Contents of the claims.' })
  spec: ResourceClaimSpec;
}

@Struct('resource.v1.ResourceClaimTemplate', {
  typeMeta: true,
  since: 34,
  description: 'A template for claims that are made for each pod.',
})
export class ResourceClaimTemplate extends KindObject {
  @Field(1, () => ObjectMeta, { since: 34 })
  metadata: ObjectMeta;
  @Field(2, () => ResourceClaimTemplateSpec, { required: true, since: 34 })
  spec: ResourceClaimTemplateSpec;
}
