import type { ClientConfiguration } from '../configuration/client-configuration.js';

/** `spec.cluster` of the input of a plugin: the server of the client (B-155). */
export interface ClusterInfo {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: true;
  /** Base64 of PEM. */
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  /** The extension of the cluster for plugins (B-173). Null: none, as other clients of this API write it. */
  readonly config: unknown;
}

export function clusterInfoOf(
  { server, pathPrefix = '', tls, proxyUrl }: ClientConfiguration,
  config: unknown,
): ClusterInfo {
  return {
    server: server + pathPrefix,
    ...(tls.serverName === undefined ? {} : { 'tls-server-name': tls.serverName }),
    ...(tls.insecureSkipVerify === true ? { 'insecure-skip-tls-verify': true } : {}),
    ...(tls.ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(tls.ca).toString('base64') }),
    ...(proxyUrl === undefined ? {} : { 'proxy-url': proxyUrl }),
    config: config ?? null,
  };
}
