import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { headerKey, headerText } from '@orch/http';
import { type Authenticator, InvalidCredential } from '../authenticator.js';
import type { PeerCertificates } from '../peer-certificate.js';
import type { IdentityHeaders } from './identity-headers.js';

/**
 * Authenticates requests by the headers of a proxy with a client certificate of its CAs (B-101, B-110, B-114). From
 * other clients the headers are ignored (B-102), and a certificate of no proxy is left to the next method.
 */
export function requestHeaderAuthenticator(
  headers: IdentityHeaders,
  peers: PeerCertificates,
  clock: Clock,
): Authenticator {
  return {
    name: 'requestHeader',
    authenticate: ({ raw }) => {
      const peer = peers.of(raw);
      if (peer.kind !== 'verified' || peer.untilMs.proxies === undefined) return undefined;
      if (headers.allowedNames.size > 0 && !headers.allowedNames.has(peer.commonName)) return undefined;
      if (clock.now() > peer.untilMs.proxies) {
        throw new InvalidCredential("the proxy's certificate expired during the connection");
      }
      return userOf(raw.rawHeaders, headers);
    },
  };
}

/**
 * The user in the headers; undefined without a name.
 * @param rawHeaders alternating names and values: Node's parsed headers join repeated ones.
 * @throws InvalidCredential for a repeated name or uid: one of them may come from the proxy's own client.
 */
export function userOf(rawHeaders: readonly string[], headers: IdentityHeaders): UserInfo | undefined {
  const singles = new Map<string, string>();
  const groups = new Map<string, string[]>(headers.groups.map((name) => [name, []]));
  const extra = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const isSingle = headers.usernames.includes(name) || headers.uids.includes(name);
    const inGroups = groups.get(name);
    const inExtra = extraOf(extra, name, headers.extraPrefixes);
    if (!isSingle && !inGroups && !inExtra) continue;
    const value = headerText(rawHeaders[i + 1]!);
    if (value === undefined) throw new InvalidCredential(`the header ${name} is not UTF-8`);
    if (isSingle) {
      if (singles.has(name)) throw new InvalidCredential(`the header ${name} is there more than once`);
      singles.set(name, value);
    }
    if (value !== '') inGroups?.push(value);
    inExtra?.push(value);
  }
  const username = firstOf(headers.usernames, singles);
  if (username === undefined) return undefined;
  const uid = firstOf(headers.uids, singles);
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups.values()].flat(),
    ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** The first listed header with a value (B-105). */
const firstOf = (names: readonly string[], values: ReadonlyMap<string, string>): string | undefined =>
  names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '');

/** The list for values of this header, if it is an extra attribute. */
function extraOf(extra: Map<string, string[]>, name: string, prefixes: readonly string[]): string[] | undefined {
  const prefix = prefixes.find((one) => name.length > one.length && name.startsWith(one));
  if (prefix === undefined) return undefined;
  const key = headerKey(name.slice(prefix.length));
  const values = extra.get(key) ?? [];
  extra.set(key, values);
  return values;
}
