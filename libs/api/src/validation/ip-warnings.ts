import { formatIp, parseCidr, parseIp, parseLegacyCidr, parseLegacyIp, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { warningText } from './warning-text.js';

type Names = Pick<Vocabulary, 'title'>;

const future = ({ title }: Names): string => `will be considered invalid in a future ${title} release`;

/** An address in a form that is accepted and should not be used: leading zeros, IPv4 as IPv6, IPv6 that is not canonical. */
export function ipWarnings(path: FieldPath, text: string, names: Names): string[] {
  const meant = parseLegacyIp(text);
  if (!meant) return [];
  const canonical = formatIp(meant);
  if (text === canonical) return [];
  return [
    parseIp(text)
      ? warningText(path, `IPv6 address "${text}" should be in RFC 5952 canonical format ("${canonical}")`)
      : warningText(path, `non-standard IP address "${text}" ${future(names)}: use "${canonical}"`),
  ];
}

/** As `ipWarnings`, and ranges that begin with another address than their first. */
export function cidrWarnings(path: FieldPath, text: string, names: Names): string[] {
  const meant = parseLegacyCidr(text);
  if (!meant) return [];
  const { network, host, ambiguous } = meant;
  if (ambiguous) {
    return [
      warningText(path, `CIDR value "${text}" is ambiguous in this context (should be "${network}" or "${host}"?)`),
    ];
  }
  if (text === network) return [];
  return [
    parseCidr(text)
      ? warningText(path, `IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${network}")`)
      : warningText(path, `non-standard CIDR value "${text}" ${future(names)}: use "${network}"`),
  ];
}
