import { isDeepStrictEqual } from 'node:util';
import type { Vocabulary } from '@orch/vocabulary';
import type { RequestHeaderOptions } from '@orch/authentication';
import { FRONT_PROXY_NAME, type AuthorityBundles } from '@orch/tls';
import type { LoopbackClient } from '@orch/registry';

/** Name of the ConfigMap in which extension API servers find the certificates and headers to trust (D-065). */
const NAME = 'extension-apiserver-authentication';

/** A front proxy that extension API servers trust. */
export type PublishedProxy = Omit<RequestHeaderOptions, 'clientCaFile'>;

/** This server as the front proxy of extension API servers. */
export const OWN_PROXY: PublishedProxy = {
  allowedNames: [FRONT_PROXY_NAME],
  usernameHeaders: ['X-Remote-User'],
  uidHeaders: [],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};

/** Creates or updates that ConfigMap; other keys in it stay. Without a front proxy it has the client CAs only. */
export async function ensureAuthenticationSettings(
  writes: LoopbackClient,
  vocabulary: Vocabulary,
  authorities: AuthorityBundles,
  requestHeader: PublishedProxy | undefined,
): Promise<void> {
  const namespace = vocabulary.namespaces.system;
  const data = settings(authorities, requestHeader);
  const current = writes.read('configmaps', namespace, NAME);
  if (!current) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME }, data };
    return writes.createIfAbsent('configmaps', namespace, object);
  }
  const wanted = (old: unknown) => ({ ...withoutOurs(old), ...data });
  if (isDeepStrictEqual(current['data'], wanted(current['data']))) return;
  await writes.change('configmaps', namespace, NAME, (old) => ({ ...old, data: wanted(old['data']) }));
}

function settings(
  { clients, proxies }: AuthorityBundles,
  requestHeader: PublishedProxy | undefined,
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

/** Complete lines, with or without a trailing line feed in the files. */
const joined = (pems: readonly string[]): string => pems.map((pem) => `${pem.trimEnd()}\n`).join('');

/** Without the keys of the front proxy: this server may no longer trust one. */
const withoutOurs = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((data ?? {}) as Record<string, string>).filter(([key]) => !key.startsWith('requestheader-')),
  );
