import { fieldError, FieldPath, MAX_ANNOTATIONS_BYTES, validateLabels, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { checkLegacyCidr } from '../../../validation/ip-values.js';
import { checkName } from '../../../validation/names.js';
import { faultsOfParts } from '../../../validation/parts-of-text.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateServiceAddresses } from './service-addresses.validation.js';
import { isHeadless, needsHealthCheckPort, needsNodePorts } from './service-needs.js';
import { validateServicePorts } from './service-ports.validation.js';
import type { ServiceSpec } from './service-spec.js';
import { ONLY_LOAD_BALANCERS, validateServiceTraffic } from './service-traffic.validation.js';
import type { Service } from './service.types.js';

const SPEC = FieldPath.of('spec');
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const ONCE_SET = 'may not change once set';

/** C-235. Addresses and node ports are allocated before validation. @param old the current service, on an update. */
export function validateService(
  service: Service,
  { annotations }: Vocabulary,
  features: FeatureGates,
  old?: Service,
): FieldError[] {
  const { spec = {} } = service;
  const addresses = validateServiceAddresses(spec);
  // What addresses are allocated by comes first, and alone.
  if (addresses.length > 0 && spec.type !== 'ExternalName') return addresses;
  return [
    ...(old ? validateServiceUpdate(service, old) : []),
    ...validateServicePorts(spec),
    ...validateLabels(spec.selector ?? {}, SPEC.child('selector')),
    ...validateType(spec),
    ...addresses,
    ...validateServiceTraffic(spec, features, old?.spec),
    ...validateRangesAnnotation(service, annotations.loadBalancerSourceRanges, old),
  ];
}

/** Clients of a load balancer that an annotation names in place of the field. Current ones are not looked at again. */
function validateRangesAnnotation(
  { metadata, spec = {} }: Service,
  key: string,
  old: Service | undefined,
): FieldError[] {
  const text = metadata.annotations?.[key];
  if (text === undefined || (spec.loadBalancerSourceRanges ?? []).length > 0) return [];
  const at = FieldPath.of('metadata', 'annotations').key(key);
  const isKept = old?.metadata.annotations?.[key] === text;
  // Longer annotations are refused as such.
  const isRead = !isKept && text.length <= MAX_ANNOTATIONS_BYTES && text.trim() !== '';
  return [
    ...(spec.type === 'LoadBalancer' ? [] : [fieldError.forbidden(at, ONLY_LOAD_BALANCERS)]),
    ...(isRead ? faultsOfParts(text, ',', (range) => checkLegacyCidr(at, range.trim())) : []),
  ];
}

function validateType(spec: ServiceSpec): FieldError[] {
  const { type, clusterIPs } = spec;
  if (type === 'ExternalName') {
    const name = (spec.externalName ?? '').replace(/\.$/, '');
    const path = SPEC.child('externalName');
    return name === '' ? [fieldError.required(path)] : checkName(path, name, 'dns-subdomain');
  }
  if (needsNodePorts(spec) && isHeadless(spec)) {
    const detail = `may not be set to 'None' for ${type} services`;
    return [fieldError.invalid(SPEC.child('clusterIPs').index(0), clusterIPs?.[0], detail)];
  }
  return validateOneOf(SPEC.child('type'), type, TYPES);
}

/**
 * What stays as it is: addresses, their families, who makes a load balancer and by which port it asks nodes. A second address
 * may come and go.
 */
function validateServiceUpdate({ spec = {} }: Service, { spec: old = {} }: Service): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.type === 'LoadBalancer' && old.type === 'LoadBalancer' && spec.loadBalancerClass !== old.loadBalancerClass) {
    errors.push(fieldError.invalid(SPEC.child('loadBalancerClass'), spec.loadBalancerClass, ONCE_SET));
  }
  const asked = needsHealthCheckPort(old) ? old.healthCheckNodePort : undefined;
  if (asked && needsHealthCheckPort(spec) && spec.healthCheckNodePort !== asked)
    errors.push(fieldError.forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable'));
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return errors;
  return [
    ...errors,
    ...keptInOrder('clusterIPs', 'clusterIP', spec.clusterIPs, old.clusterIPs),
    ...keptInOrder('ipFamilies', 'ipFamily', spec.ipFamilies, old.ipFamilies),
  ];
}

function keptInOrder(
  field: string,
  one: string,
  values: readonly string[] = [],
  old: readonly string[] = [],
): FieldError[] {
  const path = SPEC.child(field);
  if (old.length === 0) return [];
  if (values.length === 0) return [fieldError.invalid(path.index(0), values, `primary ${one} can not be unset`)];
  return old.flatMap((value, index) =>
    values[index] === undefined || values[index] === value
      ? []
      : [fieldError.invalid(path.index(index), values, ONCE_SET)],
  );
}
