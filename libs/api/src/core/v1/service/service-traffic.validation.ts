import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { checkLegacyCidr, checkPlainIp } from '../../../validation/ip-values.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { checkPortNumber } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import { isExternallyAccessible, needsHealthCheckPort } from './service-needs.js';
import type { ServiceSpec } from './service-spec.js';

const SPEC = FieldPath.of('spec');
const MAX_AFFINITY_SECONDS = 86_400;
const POLICIES = ['Cluster', 'Local'];
export const ONLY_LOAD_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

/** How clients reach a service and which pod they are sent to. */
export const validateServiceTraffic = (spec: ServiceSpec, features: FeatureGates, old?: ServiceSpec): FieldError[] => [
  ...validateAffinity(spec),
  ...(spec.externalIPs ?? []).flatMap((ip, index) => checkPlainIp(SPEC.child('externalIPs').index(index), ip)),
  ...validateLoadBalancer(spec),
  ...validateExternalTraffic(spec),
  ...validateOneOf(SPEC.child('internalTrafficPolicy'), spec.internalTrafficPolicy, POLICIES),
  ...validateDistribution(spec.trafficDistribution, features, old?.trafficDistribution),
];

/** Newer values need their gate, unless they are stored. */
function validateDistribution(
  value: string | undefined,
  features: FeatureGates,
  stored: string | undefined,
): FieldError[] {
  if (value === undefined || value === stored) return [];
  const newer = features.enabled('PreferSameTrafficDistribution') ? ['PreferSameNode', 'PreferSameZone'] : [];
  return validateOneOf(SPEC.child('trafficDistribution'), value, ['PreferClose', ...newer]);
}

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): FieldError[] {
  const path = SPEC.child('sessionAffinityConfig');
  if (sessionAffinity === 'ClientIP') {
    const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
    if (seconds === undefined) return [fieldError.required(path, 'when session affinity type is ClientIP')];
    return seconds > 0 && seconds <= MAX_AFFINITY_SECONDS
      ? []
      : [
          fieldError.invalid(
            path.child('clientIP').child('timeoutSeconds'),
            seconds,
            `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`,
          ),
        ];
  }
  if (sessionAffinity !== undefined && sessionAffinity !== 'None') {
    return validateOneOf(SPEC.child('sessionAffinity'), sessionAffinity, ['ClientIP', 'None']);
  }
  return sessionAffinityConfig ? [fieldError.forbidden(path, 'must not be set when session affinity is None')] : [];
}

function validateLoadBalancer(spec: ServiceSpec): FieldError[] {
  const { loadBalancerSourceRanges: ranges = [], loadBalancerClass } = spec;
  const path = SPEC.child('LoadBalancerSourceRanges'); // kube-apiserver's spelling
  const broken = ranges.flatMap((range, index) => checkLegacyCidr(path.index(index), range.trim()));
  if (spec.type === 'LoadBalancer') {
    const name = SPEC.child('loadBalancerClass');
    return [...broken, ...(loadBalancerClass === undefined ? [] : checkQualifiedName(name, loadBalancerClass))];
  }
  const refuse = (at: FieldPath, isSet: boolean): FieldError[] =>
    isSet ? [fieldError.forbidden(at, ONLY_LOAD_BALANCERS)] : [];
  return [
    ...refuse(path, ranges.length > 0),
    ...broken,
    ...refuse(SPEC.child('allocateLoadBalancerNodePorts'), spec.allocateLoadBalancerNodePorts !== undefined),
    ...refuse(SPEC.child('loadBalancerClass'), loadBalancerClass !== undefined),
  ];
}

function validateExternalTraffic(spec: ServiceSpec): FieldError[] {
  const { externalTrafficPolicy = '', healthCheckNodePort = 0 } = spec;
  const path = SPEC.child('externalTrafficPolicy');
  const errors: FieldError[] = [];
  if (isExternallyAccessible(spec)) errors.push(...validateOneOf(path, externalTrafficPolicy, POLICIES));
  else if (externalTrafficPolicy !== '')
    errors.push(fieldError.invalid(path, externalTrafficPolicy, 'may only be set for externally-accessible services'));
  if (healthCheckNodePort !== 0 && !needsHealthCheckPort(spec)) {
    errors.push(
      fieldError.invalid(
        SPEC.child('healthCheckNodePort'),
        healthCheckNodePort,
        "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ),
    );
  } else if (healthCheckNodePort !== 0) {
    errors.push(...checkPortNumber(SPEC.child('healthCheckNodePort'), healthCheckNodePort));
  }
  return errors;
}
