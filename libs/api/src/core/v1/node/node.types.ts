import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { NodeSpec } from './node-spec.js';
import { NodeStatus } from './node-status.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.Node', { typeMeta: true, description: 'A machine on which pods run.' })
export class Node extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => NodeSpec) spec?: NodeSpec;
  @Field(3, () => NodeStatus) status?: NodeStatus;
}
