import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('flowcontrol.v1.QueuingConfiguration', { since: 29 })
export class QueuingConfiguration {
  @Field(1, 'int32', { default: 64, since: 29 }) queues?: number;
  @Field(2, 'int32', { default: 8, since: 29 }) handSize?: number;
  @Field(3, 'int32', { default: 50, since: 29 }) queueLengthLimit?: number;
}

@Struct('flowcontrol.v1.LimitResponse', { since: 29 })
export class LimitResponse {
  @Field(1, enumOf('Queue', 'Reject'), { goType: 'v1.LimitResponseType', required: true, since: 29 }) type: string;
  @Field(2, () => QueuingConfiguration, { pointer: true, since: 29 }) queuing?: QueuingConfiguration;
}

@Struct('flowcontrol.v1.LimitedPriorityLevelConfiguration', { since: 29 })
export class LimitedPriorityLevelConfiguration {
  @Field(1, 'int32', { pointer: true, default: 30, since: 29 }) nominalConcurrencyShares?: number;
  @Field(2, () => LimitResponse, { since: 29 }) limitResponse?: LimitResponse;
  @Field(3, 'int32', { pointer: true, default: 0, since: 29 }) lendablePercent?: number;
  @Field(4, 'int32', { pointer: true, since: 29 }) borrowingLimitPercent?: number;
}

@Struct('flowcontrol.v1.ExemptPriorityLevelConfiguration', { since: 29 })
export class ExemptPriorityLevelConfiguration {
  @Field(1, 'int32', { pointer: true, default: 0, since: 29 }) nominalConcurrencyShares?: number;
  @Field(2, 'int32', { pointer: true, default: 0, since: 29 }) lendablePercent?: number;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationSpec', { since: 29 })
export class PriorityLevelConfigurationSpec {
  @Field(1, enumOf('Exempt', 'Limited'), { goType: 'v1.PriorityLevelEnablement', required: true, since: 29 })
  type: string;
  @Field(2, () => LimitedPriorityLevelConfiguration, { pointer: true, since: 29 })
  limited?: LimitedPriorityLevelConfiguration;
  @Field(3, () => ExemptPriorityLevelConfiguration, { pointer: true, since: 29 })
  exempt?: ExemptPriorityLevelConfiguration;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationCondition', { since: 29 })
export class PriorityLevelConfigurationCondition {
  @Field(1, 'string', { goType: 'v1.PriorityLevelConfigurationConditionType', since: 29 }) type?: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', since: 29 }) status?: string;
  @Field(3, 'time', { since: 29 }) lastTransitionTime?: string;
  @Field(4, 'string', { since: 29 }) reason?: string;
  @Field(5, 'string', { since: 29 }) message?: string;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationStatus', { since: 29 })
export class PriorityLevelConfigurationStatus {
  @Field(1, listOf(() => PriorityLevelConfigurationCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 29,
  })
  conditions?: PriorityLevelConfigurationCondition[];
}

@Struct('flowcontrol.v1.PriorityLevelConfiguration', {
  typeMeta: true,
  since: 29,
  description: 'Limits concurrent requests of a priority level, and queues or rejects others.',
})
export class PriorityLevelConfiguration extends KindObject {
  @Field(1, () => ObjectMeta, { since: 29 }) metadata: ObjectMeta;
  @Field(2, () => PriorityLevelConfigurationSpec, { since: 29 }) spec?: PriorityLevelConfigurationSpec;
  @Field(3, () => PriorityLevelConfigurationStatus, { since: 29 }) status?: PriorityLevelConfigurationStatus;
}
