import { dirname, resolve } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';
import { assertFieldTypes, CLUSTER_FIELDS, CONTEXT_FIELDS, USER_FIELDS } from './assert-field-types.js';
import type { ClientConfiguration, Credentials, HeaderCredentials, TlsMaterial } from './client-configuration.js';
import type { ClusterEntry, ConfigFile, ContextEntry, Named, UserEntry } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';
import { pluginCredentialsOf } from './exec-entry.js';
import { material } from './material.js';
import { oidcCredentialsOf } from './oidc-auth-provider.js';
import { isProxyUrl } from './proxy-url.js';

/** The configuration of one context; reads the files it names. @throws ConfigurationError. */
export function resolveContext(
  config: ConfigFile,
  contextName: string | undefined,
  vocabulary: Vocabulary,
): ClientConfiguration {
  const context = contextOf(config, contextName);
  assertFieldTypes(context, CONTEXT_FIELDS);
  const cluster = config.clusters.find(({ name }) => name === context.entry.cluster);
  if (!cluster) throw missing(context, 'cluster', context.entry.cluster);
  const user = config.users.find(({ name }) => name === context.entry.user);
  if (!user && context.entry.user) throw missing(context, 'user', context.entry.user);
  assertFieldTypes(cluster, CLUSTER_FIELDS);
  if (user) assertFieldTypes(user, USER_FIELDS);
  const tls = { ...clusterTls(cluster), ...(user ? userTls(user) : {}) };
  return {
    ...serverOf(cluster),
    ...proxyOf(cluster),
    tls,
    credentials: user ? credentialsOf(user, cluster, tls, vocabulary) : { type: 'none' },
    namespace: context.entry.namespace || 'default',
    ...(user ? impersonationOf(user) : {}),
  };
}

/**
 * Certificate and credentials of one user, without a cluster; reads the files it names.
 * @throws ConfigurationError, also for a credential plugin: it needs the cluster.
 */
export function resolveUser(
  user: Named<UserEntry>,
): Pick<ClientConfiguration<HeaderCredentials>, 'tls' | 'credentials'> {
  assertFieldTypes(user, USER_FIELDS);
  const tls = userTls(user);
  const credentials = writtenCredentialsOf(user, tls);
  if (credentials === undefined && isPresent(user.entry.exec)) {
    const why = `exec (credential plugins) of "${user.name}" is not supported here`;
    throw new ConfigurationError('Unsupported', `${user.file}: ${why}`);
  }
  return { tls, credentials: credentials ?? providedCredentialsOf(user) };
}

function contextOf(config: ConfigFile, contextName: string | undefined): Named<ContextEntry> {
  const name = contextName ?? config.currentContext;
  const known = config.contexts.map((context) => context.name).join(', ') || 'none';
  if (name === undefined) {
    throw new ConfigurationError('Invalid', `no current-context is set: name one of these contexts: ${known}`);
  }
  const context = config.contexts.find((candidate) => candidate.name === name);
  if (!context) throw new ConfigurationError('Invalid', `context "${name}" does not exist; there are: ${known}`);
  return context;
}

function serverOf(cluster: Named<ClusterEntry>): Pick<ClientConfiguration, 'server' | 'pathPrefix'> {
  const server = cluster.entry.server ?? '';
  const text = server.includes('://') ? server : `https://${server}`;
  const url = server === '' ? undefined : parsedUrl(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      'Invalid',
      `${cluster.file}: cluster "${cluster.name}" needs server: https://host:port or https://host:port/path`,
    );
  }
  return { server: url.origin, ...(url.pathname === '/' ? {} : { pathPrefix: url.pathname }) };
}

function proxyOf(cluster: Named<ClusterEntry>): Pick<ClientConfiguration, 'proxyUrl'> {
  const text = cluster.entry['proxy-url'];
  if (!text) return {};
  if (!isProxyUrl(text)) {
    throw new ConfigurationError(
      'Invalid',
      `${cluster.file}: cluster "${cluster.name}" needs a proxy-url of http://, https:// or socks5://`,
    );
  }
  return { proxyUrl: text };
}

const parsedUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

function clusterTls(cluster: Named<ClusterEntry>): TlsMaterial {
  const { entry } = cluster;
  const ca = material(cluster, 'certificate-authority-data', 'certificate-authority');
  if (entry['insecure-skip-tls-verify'] === true && ca !== undefined) {
    throw new ConfigurationError(
      'Invalid',
      `${cluster.file}: cluster "${cluster.name}" has insecure-skip-tls-verify and a certificate-authority: take one away`,
    );
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(entry['tls-server-name'] ? { serverName: entry['tls-server-name'] } : {}),
    ...(entry['insecure-skip-tls-verify'] === true ? { insecureSkipVerify: true } : {}),
  };
}

function userTls(user: Named<UserEntry>): TlsMaterial {
  const cert = material(user, 'client-certificate-data', 'client-certificate');
  const key = material(user, 'client-key-data', 'client-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigurationError(
      'Invalid',
      `${user.file}: user "${user.name}" needs both client-certificate and client-key`,
    );
  }
  return cert === undefined || key === undefined ? {} : { cert, key };
}

/** What the entry itself holds precedes plugins and providers, which then do not run (D-117). */
function credentialsOf(
  user: Named<UserEntry>,
  cluster: Named<ClusterEntry>,
  tls: TlsMaterial,
  vocabulary: Vocabulary,
): Credentials {
  const written = writtenCredentialsOf(user, tls);
  if (written) return written;
  if (!isPresent(user.entry.exec)) return providedCredentialsOf(user);
  if (user.entry['auth-provider']) {
    throw new ConfigurationError(
      'Invalid',
      `${user.file}: user "${user.name}" has exec and auth-provider: take one away`,
    );
  }
  return { type: 'plugin', plugin: pluginCredentialsOf(user, cluster, vocabulary) };
}

function writtenCredentialsOf(user: Named<UserEntry>, tls: TlsMaterial): HeaderCredentials | undefined {
  const { token, tokenFile, username, password } = user.entry;
  // The token file is read repeatedly; an inline token is only its value when the configuration was written.
  if (tokenFile) return { type: 'tokenFile', path: resolve(dirname(user.file), tokenFile) };
  if (token) return { type: 'token', token };
  if (username) return { type: 'basic', username, password: password ?? '' };
  return tls.cert === undefined ? undefined : { type: 'none' };
}

function providedCredentialsOf(user: Named<UserEntry>): HeaderCredentials {
  const provider = user.entry['auth-provider'];
  return provider ? { type: 'oidc', oidc: oidcCredentialsOf(user, provider) } : { type: 'none' };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** @throws ConfigurationError when impersonation keys are set without `as`: the request would be sent without impersonation (D-113). */
function impersonationOf({ name, file, entry }: Named<UserEntry>): Pick<ClientConfiguration, 'impersonate'> {
  const { as, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = entry;
  if (as)
    return {
      impersonate: { user: as, ...(uid ? { uid } : {}), ...(groups ? { groups } : {}), ...(extra ? { extra } : {}) },
    };
  if (uid || groups || extra) {
    throw new ConfigurationError('Invalid', `${file}: as-uid, as-groups and as-user-extra of user "${name}" need as`);
  }
  return {};
}

const missing = (context: Named<ContextEntry>, what: string, name: string | undefined): ConfigurationError =>
  new ConfigurationError(
    'Invalid',
    `${context.file}: context "${context.name}" names the ${what} "${name ?? ''}", which does not exist`,
  );
