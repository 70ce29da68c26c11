import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('policy.v1.PodDisruptionBudgetSpec')
export class PodDisruptionBudgetSpec {
  @Field(1, 'intOrString', { pointer: true }) minAvailable?: number | string;
  @Field(2, () => LabelSelector, { pointer: true, patchStrategy: 'replace' }) selector?: LabelSelector;
  @Field(3, 'intOrString', { pointer: true }) maxUnavailable?: number | string;
  @Field(4, enumOf('IfHealthyBudget', 'AlwaysAllow'), {
    goType: 'v1.UnhealthyPodEvictionPolicyType',
    pointer: true,
    since: 26,
  })
  unhealthyPodEvictionPolicy?: string;
}

@Struct('policy.v1.PodDisruptionBudgetStatus')
export class PodDisruptionBudgetStatus {
  @Field(1, 'int64') observedGeneration?: number;
  @Field(2, mapOf('time')) disruptedPods?: Record<string, string>;
  @Field(3, 'int32', { zeroIsShown: true }) disruptionsAllowed?: number;
  @Field(4, 'int32', { zeroIsShown: true }) currentHealthy?: number;
  @Field(5, 'int32', { zeroIsShown: true }) desiredHealthy?: number;
  @Field(6, 'int32', { zeroIsShown: true }) expectedPods?: number;
  @Field(7, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: Condition[];
}

@Struct('policy.v1.PodDisruptionBudget', {
  typeMeta: true,
  description: 'Limits how many pods of a set may be evicted concurrently by voluntary disruptions.',
})
export class PodDisruptionBudget extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PodDisruptionBudgetSpec) spec?: PodDisruptionBudgetSpec;
  @Field(3, () => PodDisruptionBudgetStatus) status?: PodDisruptionBudgetStatus;
}
