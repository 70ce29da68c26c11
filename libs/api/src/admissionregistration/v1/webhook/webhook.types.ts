import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { MatchCondition } from '../matching/match-condition.js';
import { RuleWithOperations } from '../matching/rules.js';
import { WebhookClientConfig } from './client-config.js';

@Struct('admissionregistration.v1.ValidatingWebhook', { description: 'A webhook that accepts or refuses requests.' })
export class ValidatingWebhook {
  @Field(1, 'string', { required: true, description: 'A domain of at least three parts, unique in the configuration.' })
  name: string;
  @Field(2, () => WebhookClientConfig, { required: true, description: 'How the webhook is called.' })
  clientConfig: WebhookClientConfig;
  @Field(3, listOf(() => RuleWithOperations), {
    listType: 'atomic',
    description: 'Requests that are sent; one rule must match.',
  })
  rules?: RuleWithOperations[];
  @Field(4, enumOf('Ignore', 'Fail'), {
    goType: 'v1.FailurePolicyType',
    pointer: true,
    default: 'Fail',
    description: 'How a failed call is handled.',
  })
  failurePolicy?: string;
  @Field(9, enumOf('Exact', 'Equivalent'), {
    goType: 'v1.MatchPolicyType',
    pointer: true,
    default: 'Equivalent',
    description:
      'Exact takes rules literally; Equivalent also matches other versions of the resource. Default: Equivalent.',
  })
  matchPolicy?: string;
  @Field(5, () => LabelSelector, {
    pointer: true,
    default: {},
    description: "Labels of the object's namespace, or of the object if it is a Namespace. Default: all.",
  })
  namespaceSelector?: LabelSelector;
  @Field(10, () => LabelSelector, {
    pointer: true,
    default: {},
    description: 'Labels of the object or the old object. Default: all.',
  })
  objectSelector?: LabelSelector;
  @Field(6, enumOf('Unknown', 'None', 'Some', 'NoneOnDryRun'), {
    goType: 'v1.SideEffectClass',
    required: true,
    pointer: true,
    description: 'None, or NoneOnDryRun: the webhook changes nothing else in a dry run.',
  })
  sideEffects: string | null;
  @Field(7, 'int32', { pointer: true, default: 10, description: 'From 1 to 30.' }) timeoutSeconds?: number;
  @Field(8, listOf('string'), {
    required: true,
    listType: 'atomic',
    description: 'Versions of AdmissionReview that the webhook understands; the first that the server knows is used.',
  })
  admissionReviewVersions: string[] | null;
  @Field(11, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 27,
    description: 'Conditions, all of which must hold.',
  })
  matchConditions?: MatchCondition[];
}

@Struct('admissionregistration.v1.ValidatingWebhookConfiguration', {
  typeMeta: true,
  description: 'Webhooks that may reject requests.',
})
export class ValidatingWebhookConfiguration extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => ValidatingWebhook), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'The webhooks.',
  })
  webhooks?: ValidatingWebhook[];
}

@Struct('admissionregistration.v1.MutatingWebhook', {
  description: 'A webhook that changes, accepts or refuses requests.',
  describedAs: () => ValidatingWebhook,
})
export class MutatingWebhook {
  @Field(1, 'string', { required: true, description: 'A domain of at least three parts, unique in the configuration.' })
  name: string;
  @Field(2, () => WebhookClientConfig, { required: true }) clientConfig: WebhookClientConfig;
  @Field(3, listOf(() => RuleWithOperations), { listType: 'atomic' }) rules?: RuleWithOperations[];
  @Field(4, enumOf('Ignore', 'Fail'), {
    goType: 'v1.FailurePolicyType',
    pointer: true,
    default: 'Fail',
    description: 'How a failed call is handled.',
  })
  failurePolicy?: string;
  @Field(9, enumOf('Exact', 'Equivalent'), { goType: 'v1.MatchPolicyType', pointer: true, default: 'Equivalent' })
  matchPolicy?: string;
  @Field(5, () => LabelSelector, { pointer: true, default: {} }) namespaceSelector?: LabelSelector;
  @Field(11, () => LabelSelector, { pointer: true, default: {} }) objectSelector?: LabelSelector;
  @Field(6, enumOf('Unknown', 'None', 'Some', 'NoneOnDryRun'), {
    goType: 'v1.SideEffectClass',
    required: true,
    pointer: true,
  })
  sideEffects: string | null;
  @Field(7, 'int32', { pointer: true, default: 10, description: 'From 1 to 30.' }) timeoutSeconds?: number;
  @Field(8, listOf('string'), { required: true, listType: 'atomic' }) admissionReviewVersions: string[] | null;
  @Field(10, enumOf('Never', 'IfNeeded'), {
    goType: 'v1.ReinvocationPolicyType',
    pointer: true,
    default: 'Never',
    description: 'Whether it is called again when a later webhook changed the object.',
  })
  reinvocationPolicy?: string;
  @Field(12, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 27,
  })
  matchConditions?: MatchCondition[];
}

@Struct('admissionregistration.v1.MutatingWebhookConfiguration', {
  typeMeta: true,
  description: 'Webhooks that may mutate and reject requests.',
})
export class MutatingWebhookConfiguration extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => MutatingWebhook), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'The webhooks, called in order.',
  })
  webhooks?: MutatingWebhook[];
}
