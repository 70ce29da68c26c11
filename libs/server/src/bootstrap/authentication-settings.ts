import { isDeepStrictEqual } from 'node:util';
import type { Vocabulary } from '@orch/vocabulary';
import type { RequestHeaderOptions } from '@orch/authentication';
import type { AuthorityBundles } from '@orch/tls';
import type { LoopbackClient } from '@orch/registry';

/** Name of the ConfigMap by which servers behind this one learn whose certificates and headers to believe (D-065). */
const NAME = 'extension-apiserver-authentication';

/** Keeps that ConfigMap true: what it says of other keys stays. Without a proxy it tells the authorities of clients alone. */
export async function ensureAuthenticationSettings(
  writes: LoopbackClient,
  vocabulary: Vocabulary,
  authorities: AuthorityBundles,
  requestHeader: RequestHeaderOptions | undefined,
): Promise<void> {
  const namespace = vocabulary.namespaces.system;
  const data = settings(authorities, requestHeader);
  const standing = writes.read('configmaps', namespace, NAME);
  if (!standing) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME }, data };
    return writes.createIfAbsent('configmaps', namespace, object);
  }
  const wanted = (old: unknown) => ({ ...withoutOurs(old), ...data });
  if (isDeepStrictEqual(standing['data'], wanted(standing['data']))) return;
  await writes.change('configmaps', namespace, NAME, (old) => ({ ...old, data: wanted(old['data']) }));
}

function settings(
  { clients, proxies }: AuthorityBundles,
  requestHeader: RequestHeaderOptions | undefined,
): Record<string, string> {
  const list = (names: readonly string[]) => JSON.stringify(names);
  return {
    'client-ca-file': joined(clients),
    ...(requestHeader && {
      'requestheader-client-ca-file': joined(proxies),
      'requestheader-allowed-names': list(requestHeader.allowedNames),
      'requestheader-username-headers': list(requestHeader.usernameHeaders),
      'requestheader-group-headers': list(requestHeader.groupHeaders),
      'requestheader-extra-headers-prefix': list(requestHeader.extraHeaderPrefixes),
      ...(requestHeader.uidHeaders.length > 0 && { 'requestheader-uid-headers': list(requestHeader.uidHeaders) }),
    }),
  };
}

/** Whole lines, whatever the files end with. */
const joined = (pems: readonly string[]): string => pems.map((pem) => `${pem.trimEnd()}\n`).join('');

/** Without what a server says who trusts a proxy: this one may trust none any more. */
const withoutOurs = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((data ?? {}) as Record<string, string>).filter(([key]) => !key.startsWith('requestheader-')),
  );
