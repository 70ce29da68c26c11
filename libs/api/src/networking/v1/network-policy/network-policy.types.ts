import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.NetworkPolicyPort', { description: 'A port or range of ports.' })
export class NetworkPolicyPort {
  @Field(1, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    pointer: true,
    default: 'TCP',
    description: 'TCP, UDP or SCTP. Default: TCP.',
  })
  protocol?: string;
  @Field(2, 'intOrString', { pointer: true, description: 'Port of the pod, by number or name. Default: all ports.' })
  port?: number | string;
  @Field(3, 'int32', { pointer: true, description: 'Last port of a range that begins with `port`.' }) endPort?: number;
}

@Struct('networking.v1.IPBlock', { description: 'A range of IP addresses.' })
export class IPBlock {
  @Field(1, 'string', { required: true, description: 'The range: `10.0.0.0/8` or `2001:db8::/64`.' }) cidr: string;
  @Field(2, listOf('string'), { listType: 'atomic', description: 'Ranges within that are left out.' })
  except?: string[];
}

@Struct('networking.v1.NetworkPolicyPeer', { description: 'Who may connect: pods, or a range of IP addresses.' })
export class NetworkPolicyPeer {
  @Field(1, () => LabelSelector, {
    pointer: true,
    description:
      'Labels of the pods, in the namespaces of `namespaceSelector` or in that of the policy. Empty: all pods.',
  })
  podSelector?: LabelSelector;
  @Field(2, () => LabelSelector, {
    pointer: true,
    description: "Labels of the pods' namespaces. Empty: all namespaces.",
  })
  namespaceSelector?: LabelSelector;
  @Field(3, () => IPBlock, { pointer: true, description: 'A range of IP addresses. Not with a selector.' })
  ipBlock?: IPBlock;
}

@Struct('networking.v1.NetworkPolicyIngressRule', { description: 'Traffic to the pods that is allowed.' })
export class NetworkPolicyIngressRule {
  @Field(1, listOf(() => NetworkPolicyPort), {
    listType: 'atomic',
    description: 'Ports of the pods. Default: all ports.',
  })
  ports?: NetworkPolicyPort[];
  @Field(2, listOf(() => NetworkPolicyPeer), {
    listType: 'atomic',
    description: 'Sources of the traffic. Default: all sources.',
  })
  from?: NetworkPolicyPeer[];
}

@Struct('networking.v1.NetworkPolicyEgressRule', { description: 'Traffic from the pods that is allowed.' })
export class NetworkPolicyEgressRule {
  @Field(1, listOf(() => NetworkPolicyPort), {
    listType: 'atomic',
    description: 'Ports of the destination. Default: all ports.',
  })
  ports?: NetworkPolicyPort[];
  @Field(2, listOf(() => NetworkPolicyPeer), {
    listType: 'atomic',
    description: 'Destinations of the traffic. Default: all destinations.',
  })
  to?: NetworkPolicyPeer[];
}

@Struct('networking.v1.NetworkPolicySpec', { description: 'Desired state of a NetworkPolicy.' })
export class NetworkPolicySpec {
  @Field(1, () => LabelSelector, {
    description: 'Pods the policy is about; empty for all of the namespace.',
    documentedAsRequired: true,
  })
  podSelector?: LabelSelector;
  @Field(2, listOf(() => NetworkPolicyIngressRule), {
    listType: 'atomic',
    description: 'Traffic to the pods that is allowed, in addition to that of other policies. Empty: none.',
  })
  ingress?: NetworkPolicyIngressRule[];
  @Field(3, listOf(() => NetworkPolicyEgressRule), {
    listType: 'atomic',
    description: 'Traffic from the pods that is allowed, in addition to that of other policies. Empty: none.',
  })
  egress?: NetworkPolicyEgressRule[];
  @Field(4, listOf(enumOf('Ingress', 'Egress')), {
    goType: '[]v1.PolicyType',
    listType: 'atomic',
    description:
      'Directions that the policy restricts: Ingress, Egress or both. Default: Ingress, and Egress with an egress rule.',
  })
  policyTypes?: string[];
}

@Struct('networking.v1.NetworkPolicyStatus', { since: 24, last: 27, description: 'Observed state of a NetworkPolicy.' })
export class NetworkPolicyStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 24,
    last: 27,
    description: 'Conditions of the policy.',
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
