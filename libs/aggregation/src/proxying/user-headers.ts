import type { UserInfo } from '@orch/api';

/** Bytes of a header name; `%` begins an escape. */
const PLAIN = /^[!#$&'*+.^_`|~0-9A-Za-z-]$/;

/**
 * The headers that tell an extension API server who the user is.
 * @param withUid whether the uid is among them: a feature gate.
 */
export function userHeaders(
  { username, uid, groups = [], extra = {} }: UserInfo,
  withUid: boolean,
): Map<string, string[]> {
  const headers = new Map([['x-remote-user', [bytesOf(username)]]]);
  if (withUid && uid) headers.set('x-remote-uid', [bytesOf(uid)]);
  if (groups.length > 0) headers.set('x-remote-group', groups.map(bytesOf));
  for (const [key, values] of Object.entries(extra)) {
    headers.set(`x-remote-extra-${escapedKey(key)}`, values.map(bytesOf));
  }
  return headers;
}

/** Node sends header values as Latin-1: this one is UTF-8 on the wire. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const escapedKey = (key: string): string =>
  [...Buffer.from(key).toString('latin1')]
    .map((byte) => (PLAIN.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
