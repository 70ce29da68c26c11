import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Toleration } from '../../../core/v1/pod/scheduling.js';

@Struct('node.v1.Overhead', { description: 'Resources of a pod in addition to its containers.' })
export class Overhead {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) podFixed?: Record<string, string>;
}

@Struct('node.v1.Scheduling', { description: 'Constraints on nodes for pods of the class.' })
export class Scheduling {
  @Field(1, mapOf('string'), { mapType: 'atomic' }) nodeSelector?: Record<string, string>;
  @Field(2, listOf(() => Toleration), { listType: 'atomic' }) tolerations?: Toleration[];
}

@Struct('node.v1.RuntimeClass', { typeMeta: true, description: 'A container runtime configuration of nodes.' })
export class RuntimeClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', { required: true }) handler: string;
  @Field(3, () => Overhead, { pointer: true }) overhead?: Overhead;
  @Field(4, () => Scheduling, { pointer: true }) scheduling?: Scheduling;
}
