import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StrategyContext } from '../../../definition/strategy.js';
import { cidrWarnings, ipWarnings } from '../../../validation/ip-warnings.js';
import type { ServiceSpec } from './service-spec.js';
import type { LoadBalancerStatus, Service } from './service.types.js';

const SPEC = FieldPath.of('spec');
const NO_ADDRESS = 'None';

/** Fields without effect, an annotation with a newer name, and addresses in older forms. */
export const serviceWarnings = ({ metadata, spec = {} }: Service, vocabulary: Vocabulary): string[] => {
  const { annotations } = vocabulary;
  return [
    ...(metadata.annotations && Object.hasOwn(metadata.annotations, annotations.topologyAwareHints)
      ? [`annotation ${annotations.topologyAwareHints} is deprecated, please use ${annotations.topologyMode} instead`]
      : []),
    ...addressWarnings(spec, vocabulary),
    ...(spec.type === 'ExternalName' && spec.externalIPs?.length
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(spec.type !== 'ExternalName' && spec.externalName
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
};

/** Addresses of a load balancer in older forms; of services and of ingresses. */
export const loadBalancerWarnings = (
  { status = {} }: { readonly status?: { readonly loadBalancer?: Pick<LoadBalancerStatus, 'ingress'> } },
  { vocabulary }: Pick<StrategyContext, 'vocabulary'>,
): string[] =>
  (status.loadBalancer?.ingress ?? []).flatMap(({ ip = '' }, index) =>
    // The path is that of the entry, as kube-apiserver has it.
    ipWarnings(FieldPath.of('status', 'loadBalancer', 'ingress').index(index), ip, vocabulary),
  );

function addressWarnings(spec: ServiceSpec, vocabulary: Vocabulary): string[] {
  const { clusterIPs = [], externalIPs = [], loadBalancerIP = '', loadBalancerSourceRanges = [] } = spec;
  const each = (field: string, values: readonly string[], check: typeof ipWarnings): string[] =>
    values.flatMap((value, index) => check(SPEC.child(field).index(index), value, vocabulary));
  return [
    ...each('clusterIPs', clusterIPs[0] === NO_ADDRESS ? [] : clusterIPs, ipWarnings),
    ...each('externalIPs', externalIPs, ipWarnings),
    ...ipWarnings(SPEC.child('loadBalancerIP'), loadBalancerIP, vocabulary),
    ...each('loadBalancerSourceRanges', loadBalancerSourceRanges, cidrWarnings),
  ];
}
