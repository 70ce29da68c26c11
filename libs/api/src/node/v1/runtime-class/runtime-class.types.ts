import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Toleration } from '../../../core/v1/pod/scheduling.js';

@Struct('node.v1.Overhead', { description: 'Resources of a pod in addition to its containers.' })
export class Overhead {
  @Field(1, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    description: 'Resources that each pod needs in addition to its containers.',
  })
  podFixed?: Record<string, string>;
}

@Struct('node.v1.Scheduling', { description: 'Constraints on nodes for pods of the class.' })
export class Scheduling {
  @Field(1, mapOf('string'), {
    mapType: 'atomic',
    description: 'Labels of nodes that support the class, merged with those of the pod.',
  })
  nodeSelector?: Record<string, string>;
  @Field(2, listOf(() => Toleration), {
    listType: 'atomic',
    description: 'Tolerations added to the pods of the class.',
  })
  tolerations?: Toleration[];
}

@Struct('node.v1.RuntimeClass', { typeMeta: true, description: 'A container runtime configuration of nodes.' })
export class RuntimeClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', {
    required: true,
    description: 'Name of the handler in the configuration of the container runtime. Cannot be changed.',
  })
  handler: string;
  @Field(3, () => Overhead, {
    pointer: true,
    description: 'Resources that pods of the class need in addition to their containers.',
  })
  overhead?: Overhead;
  @Field(4, () => Scheduling, { pointer: true, description: 'Nodes that support the class. Default: all.' })
  scheduling?: Scheduling;
}
