import { fieldError, FieldPath, legacyIpFamilyOf, type FieldError } from '@orch/apimachinery';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { checkIp } from '../../../validation/ip-values.js';
import { checkName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { LoadBalancerIngress, LoadBalancerStatus, Service } from './service.types.js';

const STATUS = FieldPath.of('status');

/** Only a service of type LoadBalancer has one, but for those of older releases. */
export function validateServiceStatus({ spec, status = {} }: Service, features: FeatureGates): FieldError[] {
  const path = STATUS.child('loadBalancer');
  const hasPoints = (status.loadBalancer?.ingress ?? []).length > 0;
  if (hasPoints && spec?.type !== 'LoadBalancer' && !features.enabled('AllowServiceLBStatusOnNonLB')) {
    return [fieldError.forbidden(path.child('ingress'), "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return validateLoadBalancerStatus(path, status.loadBalancer);
}

/** Where a load balancer is reached; of services and of ingresses. */
export const validateLoadBalancerStatus = (
  path: FieldPath,
  status: Pick<LoadBalancerStatus, 'ingress'> = {},
): FieldError[] =>
  (status.ingress ?? []).flatMap((point, index) => validatePoint(path.child('ingress').index(index), point));

function validatePoint(path: FieldPath, { ip = '', hostname = '', ipMode }: LoadBalancerIngress): FieldError[] {
  const named = path.child('hostname');
  return [
    ...(ip === '' ? [] : checkIp(path.child('ip'), ip)),
    ...validateOneOf(path.child('ipMode'), ipMode, ['Proxy', 'VIP']),
    ...(ipMode !== undefined && ip === ''
      ? [fieldError.forbidden(path.child('ipMode'), 'may not be specified when `ip` is not set')]
      : []),
    ...checkName(named, hostname, 'dns-subdomain'),
    ...(legacyIpFamilyOf(hostname)
      ? [fieldError.invalid(named, hostname, 'must be a DNS name, not an IP address')]
      : []),
  ];
}
