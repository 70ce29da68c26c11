import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.LimitRangeItem')
export class LimitRangeItem {
  @Field(1, enumOf('Pod', 'Container', 'PersistentVolumeClaim'), { goType: 'v1.LimitType', required: true })
  type: string;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList' }) max?: Record<string, string>;
  @Field(3, mapOf('quantity'), { goType: 'v1.ResourceList' }) min?: Record<string, string>;
  @Field(4, mapOf('quantity'), { goType: 'v1.ResourceList' }) default?: Record<string, string>;
  @Field(5, mapOf('quantity'), { goType: 'v1.ResourceList' }) defaultRequest?: Record<string, string>;
  @Field(6, mapOf('quantity'), { goType: 'v1.ResourceList' }) maxLimitRequestRatio?: Record<string, string>;
}

@Struct('core.v1.LimitRangeSpec')
export class LimitRangeSpec {
  @Field(1, listOf(() => LimitRangeItem), { required: true, listType: 'atomic' }) limits: LimitRangeItem[];
}

@Struct('core.v1.LimitRange', { typeMeta: true, description: 'Resource limits of single objects in a namespace.' })
export class LimitRange extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => LimitRangeSpec) spec?: LimitRangeSpec;
}
