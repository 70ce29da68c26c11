import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkIp } from '../../../validation/ip-values.js';
import { checkName, checkSetName, requireName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2_048;
const MAX_HOST_NAME_LENGTH = 64;

/** How the pod finds others, and is found. */
export const validateNetwork = (path: FieldPath, spec: PodSpec, rules: PodRules): FieldError[] => [
  ...validateOneOf(path.child('dnsPolicy'), spec.dnsPolicy, DNS_POLICIES),
  ...validateDnsConfig(path.child('dnsConfig'), spec, rules),
  ...checkName(path.child('hostname'), spec.hostname, 'dns-label'),
  ...checkName(path.child('subdomain'), spec.subdomain, 'dns-label'),
  ...validateHostnameOverride(path.child('hostnameOverride'), spec),
  ...(spec.hostAliases ?? []).flatMap(({ ip = '', hostnames = [] }, index) => {
    const at = path.child('hostAliases').index(index);
    return [
      ...checkIp(at.child('ip'), ip),
      ...hostnames.flatMap((name, i) => checkSetName(at.child('hostnames').index(i), name, 'dns-subdomain')),
    ];
  }),
];

function validateDnsConfig(path: FieldPath, { dnsPolicy, dnsConfig }: PodSpec, rules: PodRules): FieldError[] {
  if (!dnsConfig) {
    return dnsPolicy === 'None' ? [fieldError.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')] : [];
  }
  const { nameservers = [], searches = [], options = [] } = dnsConfig;
  const servers = path.child('nameservers');
  return [
    ...(dnsPolicy === 'None' && nameservers.length === 0
      ? [fieldError.required(servers, 'must provide at least one DNS nameserver when `dnsPolicy` is None')]
      : []),
    ...validateCount(servers, nameservers, MAX_NAMESERVERS, 'nameservers'),
    ...nameservers.flatMap((server, index) => checkIp(servers.index(index), server)),
    ...validateSearches(path.child('searches'), searches, hasRelaxedSearches(rules)),
    ...options.flatMap(({ name }, index) =>
      name ? [] : [fieldError.required(path.child('options').index(index), 'must not be empty')],
    ),
  ];
}

const validateCount = (path: FieldPath, list: readonly string[], most: number, what: string): FieldError[] =>
  list.length > most ? [fieldError.invalid(path, list, `must not have more than ${most} ${what}`)] : [];

/** An update may also keep the root, and names with underscores, where the existing object has such ones. */
const hasRelaxedSearches = ({ features, existing }: PodRules): boolean =>
  features.enabled('RelaxedDNSSearchValidation') ||
  (existing?.dnsConfig?.searches ?? []).some((search) => search === '.' || search.includes('_'));

function validateSearches(path: FieldPath, searches: readonly string[], isRelaxed: boolean): FieldError[] {
  const errors = validateCount(path, searches, MAX_SEARCHES, 'search paths');
  if (searches.join(' ').length > MAX_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    errors.push(fieldError.invalid(path, searches, detail));
  }
  for (const [index, search] of searches.entries()) {
    if (isRelaxed && search === '.') continue;
    // Names with the root at their end are names too.
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    errors.push(...checkSetName(path.index(index), name, isRelaxed ? 'dns-subdomain-underscore' : 'dns-subdomain'));
  }
  return errors;
}

function validateHostnameOverride(path: FieldPath, spec: PodSpec): FieldError[] {
  const { hostnameOverride: name } = spec;
  if (name === undefined) return [];
  const errors = requireName(path, name, 'dns-subdomain');
  if (name.length > MAX_HOST_NAME_LENGTH) {
    errors.push(fieldError.invalid(path, name, `must be no more than ${MAX_HOST_NAME_LENGTH} characters`));
  }
  if (spec.hostNetwork) errors.push(fieldError.forbidden(path, 'may not be set when hostNetwork is true'));
  if (spec.setHostnameAsFQDN) errors.push(fieldError.forbidden(path, 'may not be set when setHostnameAsFQDN is true'));
  return errors;
}
