import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';
import type { ClientConfiguration } from './client-configuration.js';

/**
 * The configuration of a process in a pod: address from the environment, token, CA and namespace from mounted files.
 * Undefined outside of a pod. Source: D-128.
 */
export function inClusterConfiguration(
  vocabulary: Vocabulary,
  environment: Readonly<Record<string, string | undefined>>,
  mount: string = vocabulary.client.serviceAccountMount,
): ClientConfiguration | undefined {
  const host = environment[vocabulary.client.serviceHostEnvironment];
  const port = environment[vocabulary.client.servicePortEnvironment];
  const tokenFile = join(mount, 'token');
  if (!host || !port || !existsSync(tokenFile)) return undefined;
  const caFile = join(mount, 'ca.crt');
  const namespaceFile = join(mount, 'namespace');
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    tls: existsSync(caFile) ? { ca: readFileSync(caFile, 'utf8') } : {},
    credentials: { type: 'tokenFile', path: tokenFile },
    namespace:
      (existsSync(namespaceFile) && readFileSync(namespaceFile, 'utf8').trim()) || vocabulary.namespaces.default,
  };
}
