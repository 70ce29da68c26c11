import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.NetworkPolicyPort')
export class NetworkPolicyPort {
  @Field(1, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', pointer: true, default: 'TCP' }) protocol?: string;
  @Field(2, 'intOrString', { pointer: true }) port?: number | string;
  @Field(3, 'int32', { pointer: true, description: 'Last port of a range that begins with `port`.' }) endPort?: number;
}

@Struct('networking.v1.IPBlock')
export class IPBlock {
  @Field(1, 'string', { required: true }) cidr: string;
  @Field(2, listOf('string'), { listType: 'atomic' }) except?: string[];
}

@Struct('networking.v1.NetworkPolicyPeer')
export class NetworkPolicyPeer {
  @Field(1, () => LabelSelector, { pointer: true }) podSelector?: LabelSelector;
  @Field(2, () => LabelSelector, { pointer: true }) namespaceSelector?: LabelSelector;
  @Field(3, () => IPBlock, { pointer: true }) ipBlock?: IPBlock;
}

@Struct('networking.v1.NetworkPolicyIngressRule')
export class NetworkPolicyIngressRule {
  @Field(1, listOf(() => NetworkPolicyPort), { listType: 'atomic' }) ports?: NetworkPolicyPort[];
  @Field(2, listOf(() => NetworkPolicyPeer), { listType: 'atomic' }) from?: NetworkPolicyPeer[];
}

@Struct('networking.v1.NetworkPolicyEgressRule')
export class NetworkPolicyEgressRule {
  @Field(1, listOf(() => NetworkPolicyPort), { listType: 'atomic' }) ports?: NetworkPolicyPort[];
  @Field(2, listOf(() => NetworkPolicyPeer), { listType: 'atomic' }) to?: NetworkPolicyPeer[];
}

@Struct('networking.v1.NetworkPolicySpec')
export class NetworkPolicySpec {
  @Field(1, () => LabelSelector, { description: 'Pods the policy is about; empty for all of the namespace.' })
  podSelector?: LabelSelector;
  @Field(2, listOf(() => NetworkPolicyIngressRule), { listType: 'atomic' }) ingress?: NetworkPolicyIngressRule[];
  @Field(3, listOf(() => NetworkPolicyEgressRule), { listType: 'atomic' }) egress?: NetworkPolicyEgressRule[];
  @Field(4, listOf(enumOf('Ingress', 'Egress')), { goType: '[]v1.PolicyType', listType: 'atomic' })
  policyTypes?: string[];
}

@Struct('networking.v1.NetworkPolicyStatus', { since: 24, last: 27 })
export class NetworkPolicyStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 24,
    last: 27,
  })
  conditions?: Condition[];
}

@Struct('networking.v1.NetworkPolicy', {
  typeMeta: true,
  description: 'Allowed traffic of pods; traffic that no policy of a pod allows is denied.',
})
export class NetworkPolicy extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => NetworkPolicySpec) spec?: NetworkPolicySpec;
  @Field(3, () => NetworkPolicyStatus, { since: 24, last: 27 }) status?: NetworkPolicyStatus;
}
