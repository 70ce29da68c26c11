import { isIPv6 } from 'node:net';
import { parseLegacyCidr, parseLegacyIp } from '@orch/apimachinery';

/** No address is longer, without leading zeros. */
const MAX_LENGTH = 255;

/** With leading zeros allowed, as on the reference server. */
export const isIpv4 = (text: string): boolean =>
  text.length <= MAX_LENGTH && text.includes('.') && parseLegacyIp(text) !== undefined;

/** Without a zone; also IPv4 written as IPv6. */
export const isIpv6 = (text: string): boolean => isIPv6(text) && !text.includes('%');

/** An address and the length of a prefix; leading zeros are allowed. */
export const isCidr = (text: string): boolean => text.length <= MAX_LENGTH && parseLegacyCidr(text) !== undefined;
