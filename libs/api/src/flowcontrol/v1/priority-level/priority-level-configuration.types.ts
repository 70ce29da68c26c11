import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('flowcontrol.v1.QueuingConfiguration', { since: 29, description: 'Queues of a priority level.' })
export class QueuingConfiguration {
  @Field(1, 'int32', {
    default: 64,
    since: 29,
    documentedDefault: 'zero',
    description: 'Number of queues. Default: 64.',
  })
  queues?: number;
  @Field(2, 'int32', {
    default: 8,
    since: 29,
    documentedDefault: 'zero',
    description: 'Number of queues of a flow; its requests enter the shortest. Default: 8.',
  })
  handSize?: number;
  @Field(3, 'int32', {
    default: 50,
    since: 29,
    documentedDefault: 'zero',
    description: 'Most requests in a queue. Default: 50.',
  })
  queueLengthLimit?: number;
}

@Struct('flowcontrol.v1.LimitResponse', {
  since: 29,
  unions: [{ discriminator: 'type', fields: { queuing: 'Queuing' } }],
  description: 'What happens to requests that cannot run now.',
})
export class LimitResponse {
  @Field(1, openEnumOf('Queue', 'Reject'), {
    goType: 'v1.LimitResponseType',
    required: true,
    since: 29,
    description: 'Queue lets them wait, Reject refuses them.',
  })
  type: string;
  @Field(2, () => QueuingConfiguration, { pointer: true, since: 29, description: 'Queues; with type Queue only.' })
  queuing?: QueuingConfiguration;
}

@Struct('flowcontrol.v1.LimitedPriorityLevelConfiguration', { since: 29, description: 'Limits of a priority level.' })
export class LimitedPriorityLevelConfiguration {
  @Field(1, 'int32', {
    pointer: true,
    default: 30,
    since: 29,
    description: "Share of the server's concurrency, relative to the other levels. Default: 30.",
  })
  nominalConcurrencyShares?: number;
  @Field(2, () => LimitResponse, { since: 29, description: 'What happens to requests above the limit.' })
  limitResponse?: LimitResponse;
  @Field(3, 'int32', {
    pointer: true,
    default: 0,
    since: 29,
    description: 'Part of its concurrency that the level lends to others, in percent. Default: 0.',
  })
  lendablePercent?: number;
  @Field(4, 'int32', {
    pointer: true,
    since: 29,
    description: 'Most concurrency that the level borrows, in percent of its own. Default: no limit.',
  })
  borrowingLimitPercent?: number;
}

@Struct('flowcontrol.v1.ExemptPriorityLevelConfiguration', {
  since: 29,
  description: 'Share of a priority level without limits.',
})
export class ExemptPriorityLevelConfiguration {
  @Field(1, 'int32', {
    pointer: true,
    default: 0,
    since: 29,
    description: "Share of the server's concurrency that is reserved, relative to the other levels. Default: 0.",
  })
  nominalConcurrencyShares?: number;
  @Field(2, 'int32', {
    pointer: true,
    default: 0,
    since: 29,
    description: 'Part of its concurrency that the level lends to others, in percent. Default: 0.',
  })
  lendablePercent?: number;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationSpec', {
  since: 29,
  unions: [{ discriminator: 'type', fields: { exempt: 'Exempt', limited: 'Limited' } }],
  description: 'Properties of a PriorityLevelConfiguration. Only the field of the type is set.',
})
export class PriorityLevelConfigurationSpec {
  @Field(1, openEnumOf('Exempt', 'Limited'), {
    goType: 'v1.PriorityLevelEnablement',
    required: true,
    since: 29,
    description: 'Exempt (requests always run) or Limited.',
  })
  type: string;
  @Field(2, () => LimitedPriorityLevelConfiguration, { pointer: true, since: 29, description: 'Limits of the level.' })
  limited?: LimitedPriorityLevelConfiguration;
  @Field(3, () => ExemptPriorityLevelConfiguration, { pointer: true, since: 29, description: 'Share of the level.' })
  exempt?: ExemptPriorityLevelConfiguration;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationCondition', {
  since: 29,
  description: 'A condition of a PriorityLevelConfiguration.',
  describedAs: () => Condition,
})
export class PriorityLevelConfigurationCondition {
  @Field(1, 'string', { goType: 'v1.PriorityLevelConfigurationConditionType', since: 29 }) type?: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', since: 29 }) status?: string;
  @Field(3, 'time', { since: 29 }) lastTransitionTime?: string | null;
  @Field(4, 'string', { since: 29 }) reason?: string;
  @Field(5, 'string', { since: 29 }) message?: string;
}

@Struct('flowcontrol.v1.PriorityLevelConfigurationStatus', {
  since: 29,
  description: 'Observed state of a PriorityLevelConfiguration.',
})
export class PriorityLevelConfigurationStatus {
  @Field(1, listOf(() => PriorityLevelConfigurationCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 29,
    description: 'Conditions of the priority level.',
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
