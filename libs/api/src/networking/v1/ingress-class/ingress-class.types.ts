import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.IngressClassParametersReference', {
  description: 'An object with parameters of an IngressClass.',
})
export class IngressClassParametersReference {
  @Field(1, 'string', { pointer: true, description: 'Group of the kind. Absent: the core group.' }) apiGroup?: string;
  @Field(2, 'string', { required: true, description: 'Kind of the object.' }) kind: string;
  @Field(3, 'string', { required: true, description: 'Name of the object.' }) name: string;
  @Field(4, 'string', { pointer: true, zeroIsShown: true, description: 'Cluster, the default, or Namespace.' })
  scope?: string | null;
  @Field(5, 'string', { pointer: true, description: 'Namespace of the object; with scope Namespace only.' })
  namespace?: string;
}

@Struct('networking.v1.IngressClassSpec', { description: 'Properties of an IngressClass.' })
export class IngressClassSpec {
  @Field(1, 'string', { description: 'Controller of ingresses of this class, as DOMAIN/PATH.' }) controller?: string;
  @Field(2, () => IngressClassParametersReference, {
    pointer: true,
    description: 'An object with parameters of the controller.',
  })
  parameters?: IngressClassParametersReference;
}

@Struct('networking.v1.IngressClass', {
  typeMeta: true,
  description: 'The controller of ingresses of this class.',
})
export class IngressClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => IngressClassSpec) spec?: IngressClassSpec;
}
