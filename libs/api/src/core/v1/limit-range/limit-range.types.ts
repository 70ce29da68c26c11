import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.LimitRangeItem', { description: 'Limits of one type of objects.' })
export class LimitRangeItem {
  @Field(1, openEnumOf('Pod', 'Container', 'PersistentVolumeClaim'), {
    goType: 'v1.LimitType',
    required: true,
    description: 'Pod, Container or PersistentVolumeClaim.',
  })
  type: string;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Maximum of each resource.' }) max?: Record<
    string,
    string
  >;
  @Field(3, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Minimum of each resource.' }) min?: Record<
    string,
    string
  >;
  @Field(4, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Limit of a container that has none.' })
  default?: Record<string, string>;
  @Field(5, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Request of a container that has none.' })
  defaultRequest?: Record<string, string>;
  @Field(6, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    description: 'Largest allowed quotient of limit and request.',
  })
  maxLimitRequestRatio?: Record<string, string>;
}

@Struct('core.v1.LimitRangeSpec', { description: 'Limits of the objects in a namespace.' })
export class LimitRangeSpec {
  @Field(1, listOf(() => LimitRangeItem), {
    required: true,
    listType: 'atomic',
    description: 'Limits by type of object.',
  })
  limits: LimitRangeItem[] | null;
}

@Struct('core.v1.LimitRange', { typeMeta: true, description: 'Resource limits of single objects in a namespace.' })
export class LimitRange extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => LimitRangeSpec) spec?: LimitRangeSpec;
}
