import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('policy.v1.PodDisruptionBudgetSpec', { description: 'Desired state of a PodDisruptionBudget.' })
export class PodDisruptionBudgetSpec {
  @Field(1, 'intOrString', {
    pointer: true,
    description:
      'Pods that must remain available after an eviction, as a number or percentage. Not with `maxUnavailable`.',
  })
  minAvailable?: number | string;
  @Field(2, () => LabelSelector, {
    pointer: true,
    patchStrategy: 'replace',
    description: 'Labels of the pods. Empty: all pods of the namespace; absent: none.',
  })
  selector?: LabelSelector;
  @Field(3, 'intOrString', {
    pointer: true,
    description: 'Pods that may be unavailable after an eviction, as a number or percentage. Not with `minAvailable`.',
  })
  maxUnavailable?: number | string;
  @Field(4, enumOf('IfHealthyBudget', 'AlwaysAllow'), {
    goType: 'v1.UnhealthyPodEvictionPolicyType',
    pointer: true,
    since: 26,
    description:
      'When running pods that are not ready may be evicted: IfHealthyBudget while the budget is met, AlwaysAllow. Default: IfHealthyBudget.',
  })
  unhealthyPodEvictionPolicy?: string;
}

@Struct('policy.v1.PodDisruptionBudgetStatus', { description: 'Observed state of a PodDisruptionBudget.' })
export class PodDisruptionBudgetStatus {
  @Field(1, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(2, mapOf('time'), {
    description: 'Pods whose eviction was granted and that still exist, with the time of the eviction.',
  })
  disruptedPods?: Record<string, string>;
  @Field(3, 'int32', {
    zeroIsShown: true,
    documentedAsRequired: true,
    description: 'Number of evictions that are allowed now.',
  })
  disruptionsAllowed?: number;
  @Field(4, 'int32', { zeroIsShown: true, documentedAsRequired: true, description: 'Number of healthy pods.' })
  currentHealthy?: number;
  @Field(5, 'int32', { zeroIsShown: true, documentedAsRequired: true, description: 'Lowest number of healthy pods.' })
  desiredHealthy?: number;
  @Field(6, 'int32', {
    zeroIsShown: true,
    documentedAsRequired: true,
    description: 'Number of pods that the budget counts.',
  })
  expectedPods?: number;
  @Field(7, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: DisruptionAllowed.',
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
