import type { RequestHeaderOptions } from '@orch/authentication';

/** Whether a header, by its name in lower case, carries credentials or an identity for this server. */
export type IsCredential = (name: string) => boolean;

/** Headers that authenticating proxies commonly send, whether one is trusted here or not. */
const COMMON: ReadonlySet<string> = new Set(['authorization', 'x-remote-user', 'x-remote-uid', 'x-remote-group']);
const COMMON_PREFIXES: readonly string[] = ['impersonate-', 'x-remote-extra-'];

/** @param trusted the authenticating proxy, if there is one. */
export function credentialHeaders(trusted: RequestHeaderOptions | undefined): IsCredential {
  const lower = (names: readonly string[] = []) => names.map((name) => name.toLowerCase());
  const names = new Set([
    ...COMMON,
    ...lower(trusted?.usernameHeaders),
    ...lower(trusted?.uidHeaders),
    ...lower(trusted?.groupHeaders),
  ]);
  const prefixes = [...COMMON_PREFIXES, ...lower(trusted?.extraHeaderPrefixes)];
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
