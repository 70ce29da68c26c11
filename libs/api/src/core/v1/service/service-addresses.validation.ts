import { fieldError, FieldPath, legacyIpFamilyOf, repeatedItems, type FieldError } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { NO_ADDRESS } from './service-needs.js';
import type { ServiceSpec } from './service-spec.js';

const CLUSTER_IPS = FieldPath.of('spec', 'clusterIPs');
const FAMILIES = FieldPath.of('spec', 'ipFamilies');
const FAMILY_NAMES = ['IPv4', 'IPv6'];
const MAX_ADDRESSES = 2;

/** Whether addresses, families and the policy about them are well formed and fit together. Nothing about ranges. */
export function validateServiceAddresses(spec: ServiceSpec): FieldError[] {
  return spec.type === 'ExternalName'
    ? validateNoAddresses(spec)
    : [...validateClusterIps(spec), ...validateFamilies(spec), ...validateFamiliesOfAddresses(spec)];
}

/** An alias has no addresses. */
function validateNoAddresses({ clusterIPs = [], ipFamilies = [], ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const refused = (field: string): FieldError =>
    fieldError.forbidden(FieldPath.of('spec', field), 'may not be set for ExternalName services');
  return [
    ...(clusterIPs.length > 0 ? [refused('clusterIPs')] : []),
    ...(ipFamilies.length > 0 ? [refused('ipFamilies')] : []),
    ...(ipFamilyPolicy !== undefined ? [refused('ipFamilyPolicy')] : []),
  ];
}

function validateClusterIps({ clusterIP = '', clusterIPs = [] }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (clusterIP === '' && clusterIPs.length > 0) {
    errors.push(fieldError.invalid(CLUSTER_IPS, clusterIPs, 'must be empty when `clusterIP` is not specified'));
  } else if (clusterIP !== '' && clusterIPs.length === 0) {
    errors.push(fieldError.required(CLUSTER_IPS));
  } else if (clusterIPs.length > 0 && clusterIPs[0] !== clusterIP) {
    errors.push(fieldError.invalid(CLUSTER_IPS, clusterIPs, 'first value must match `clusterIP`'));
  }
  const isHeadless = clusterIPs[0] === NO_ADDRESS;
  if (isHeadless && clusterIPs.length > 1)
    errors.push(fieldError.invalid(CLUSTER_IPS, clusterIPs, "'None' must be the first and only value"));
  const broken = clusterIPs.flatMap((ip, index) =>
    legacyIpFamilyOf(ip) || (isHeadless && index === 0)
      ? []
      : [fieldError.invalid(CLUSTER_IPS.index(index), ip, IP_FAULT)],
  );
  if (clusterIPs.length > MAX_ADDRESSES)
    errors.push(fieldError.invalid(CLUSTER_IPS, clusterIPs, 'may only hold up to 2 values'));
  else if (broken.length === 0 && clusterIPs.length === MAX_ADDRESSES && haveOneFamily(clusterIPs))
    errors.push(fieldError.invalid(CLUSTER_IPS, clusterIPs, 'may specify no more than one IP for each IP family'));
  return [...errors, ...broken];
}

const IP_FAULT = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

const haveOneFamily = (ips: readonly string[]): boolean => new Set(ips.map(legacyIpFamilyOf)).size === 1;

function validateFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const repeated = repeatedItems(ipFamilies);
  return [
    ...ipFamilies.flatMap((family, index) => {
      const path = FAMILIES.index(index);
      if (repeated.has(index)) return [fieldError.duplicate(path, family)];
      return validateOneOf(path, family, FAMILY_NAMES);
    }),
    ...validateOneOf(FieldPath.of('spec', 'ipFamilyPolicy'), ipFamilyPolicy, [
      'PreferDualStack',
      'RequireDualStack',
      'SingleStack',
    ]),
  ];
}

function validateFamiliesOfAddresses({ clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  return clusterIPs.flatMap((ip, index) => {
    const [family, expected] = [legacyIpFamilyOf(ip), ipFamilies[index]];
    if (family === undefined || !FAMILY_NAMES.includes(expected ?? '') || family === expected) return [];
    const detail = `expected an ${expected} value as indicated by \`ipFamilies[${index}]\``;
    return [fieldError.invalid(CLUSTER_IPS.index(index), ip, detail)];
  });
}
