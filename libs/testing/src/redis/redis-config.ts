import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisCertificates, TestRedisOptions } from './redis-options.js';

/** User of `cli`, replicas and Sentinels on servers with users. */
export const TESTER = { name: 'tester', password: 'tester-password', rules: '~* &* +@all' };

/** Settings that a control plane requires of its store. */
const DURABLE: Readonly<Record<string, string>> = {
  save: '""',
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  // A primary waits this long for more replicas before a full sync: 5 s by default.
  'repl-diskless-sync-delay': '0',
};

/** Writes the configuration of a server into `directory`. Returns the file's path. */
export async function writeRedisConfig(
  directory: string,
  port: number,
  options: TestRedisOptions,
  certificates: RedisCertificates | undefined,
): Promise<string> {
  const settings: Record<string, string> = {
    bind: '127.0.0.1',
    port: certificates ? '0' : String(port),
    dir: directory,
    daemonize: 'no',
    ...DURABLE,
    ...(certificates ? await tlsSettings(directory, port, certificates, options.tls === 'mutual') : {}),
    ...(options.users ? { masteruser: TESTER.name, masterauth: TESTER.password } : {}),
    ...options.settings,
  };
  const users = options.users
    ? [
        // Redis replays its append-only file as this user: without permissions it would skip transactions.
        'user default off ~* &* +@all',
        ...[TESTER, ...options.users].map(
          (user) => `user ${user.name} on >${user.password} ${user.rules ?? TESTER.rules}`,
        ),
      ]
    : [];
  const file = join(directory, 'redis.conf');
  const lines = [...Object.entries(settings).map(([name, value]) => `${name} ${value}`), ...users];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function tlsSettings(
  directory: string,
  port: number,
  { ca, server }: RedisCertificates,
  mutual: boolean,
): Promise<Record<string, string>> {
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(directory, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    'tls-port': String(port),
    'tls-ca-cert-file': await file('ca.crt', ca),
    'tls-cert-file': await file('server.crt', server.certificatePem),
    'tls-key-file': await file('server.key', server.privateKeyPem),
    'tls-auth-clients': mutual ? 'yes' : 'no',
    'tls-replication': 'yes',
    'tls-cluster': 'yes',
  };
}
