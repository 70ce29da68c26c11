import {
  cidrHolds,
  fieldError,
  formatIp,
  parseCidr,
  parseIp,
  parseLegacyCidr,
  parseLegacyIp,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';

/** Ranges of this host or link: traffic must not be sent there on behalf of a client. `$` is replaced by the address. */
const SPECIAL: readonly (readonly [text: string, ranges: readonly string[]])[] = [
  ['may not be unspecified ($)', ['0.0.0.0/32', '::/128']],
  ['may not be in the loopback range (127.0.0.0/8, ::1/128)', ['127.0.0.0/8', '::1/128']],
  ['may not be in the link-local range (169.254.0.0/16, fe80::/10)', ['169.254.0.0/16', 'fe80::/10']],
  ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)', ['224.0.0.0/24', 'ff02::/10']],
];
const SPECIAL_RANGES = SPECIAL.map(([text, ranges]) => [text, ranges.map((range) => parseCidr(range)!)] as const);

/** Rejects invalid IP addresses. Takes the older forms too, with a warning of `ipWarnings`. */
export function checkIp(path: FieldPath, value: string): FieldError[] {
  return parseLegacyIp(value)
    ? []
    : [fieldError.invalid(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
}

/** Rejects all but the one form that an IP address has as a name. */
export function checkCanonicalIp(path: FieldPath, value: string): FieldError[] {
  const address = parseLegacyIp(value);
  if (!address) return checkIp(path, value);
  if (!parseIp(value)) {
    const fault = value.includes(':') ? 'must not be an IPv4-mapped IPv6 address' : 'must not have leading 0s';
    return [fieldError.invalid(path, value, fault)];
  }
  const canonical = formatIp(address);
  return value === canonical ? [] : [fieldError.invalid(path, value, `must be in canonical form ("${canonical}")`)];
}

/** Rejects invalid IP addresses and those of this host or link. */
export function checkPlainIp(path: FieldPath, value: string): FieldError[] {
  const address = parseLegacyIp(value);
  if (!address) return checkIp(path, value);
  return SPECIAL_RANGES.filter(([, ranges]) => ranges.some((range) => cidrHolds(range, address))).map(([text]) =>
    fieldError.invalid(path, value, text.replace('$', value)),
  );
}

/** Rejects invalid CIDRs. Takes the older forms too, with leading zeros or host bits. */
export const checkLegacyCidr = (path: FieldPath, value: string): FieldError[] =>
  parseLegacyCidr(value) ? [] : checkCidr(path, value);

/** Rejects invalid CIDRs. */
export function checkCidr(path: FieldPath, value: string): FieldError[] {
  return parseCidr(value)
    ? []
    : [fieldError.invalid(path, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
}
