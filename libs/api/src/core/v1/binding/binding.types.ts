import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectReference } from '../references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.Binding', { typeMeta: true, description: 'Puts a pod on a node.' })
export class Binding extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ObjectReference, { required: true, description: 'Object to which the pod is bound: a Node.' })
  target: ObjectReference;
}
