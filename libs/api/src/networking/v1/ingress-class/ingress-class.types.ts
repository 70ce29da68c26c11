import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.IngressClassParametersReference')
export class IngressClassParametersReference {
  @Field(1, 'string', { pointer: true }) apiGroup?: string;
  @Field(2, 'string', { required: true }) kind: string;
  @Field(3, 'string', { required: true }) name: string;
  @Field(4, 'string', { pointer: true, description: 'Cluster, the default, or Namespace.' }) scope?: string;
  @Field(5, 'string', { pointer: true }) namespace?: string;
}

@Struct('networking.v1.IngressClassSpec')
export class IngressClassSpec {
  @Field(1, 'string', { description: 'Controller of ingresses of this class, as DOMAIN/PATH.' }) controller?: string;
  @Field(2, () => IngressClassParametersReference, { pointer: true }) parameters?: IngressClassParametersReference;
}

@Struct('networking.v1.IngressClass', {
  typeMeta: true,
  description: 'The controller of ingresses of this class.',
})
export class IngressClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => IngressClassSpec) spec?: IngressClassSpec;
}
