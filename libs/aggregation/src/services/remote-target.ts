import type { Random } from '@orch/apimachinery';
import { endpointAddress, serviceAddress, type ProxyTarget } from '@orch/proxy';
import type { ObjectReader } from '@orch/registry';
import type { RemoteService } from './remote-service.js';

/** Certificate of this server for extension API servers, and its key, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** How services are reached. */
export interface ServiceRouting {
  readonly reader: ObjectReader;
  /** Whether to connect to an endpoint instead of the cluster IP. */
  readonly toEndpoints: boolean;
  readonly random: Random;
  /** Undefined: none is sent. */
  readonly certificate: ClientCertificate | undefined;
}

/** @throws Error whose text goes to clients: the service cannot be resolved. */
export function remoteTarget(remote: RemoteService, routing: ServiceRouting): ProxyTarget & { readonly tls: true } {
  const { namespace, name, port } = remote.service;
  const { reader, toEndpoints, random, certificate } = routing;
  const address = toEndpoints
    ? endpointAddress(reader, namespace, name, port, random)
    : serviceAddress(reader, namespace, name, port);
  return {
    ip: address.host,
    port: address.port,
    tls: true,
    identity: {
      servername: `${name}.${namespace}.svc`,
      rejectUnauthorized: !remote.insecure,
      ...(remote.ca === undefined ? {} : { ca: remote.ca }),
      ...certificate,
    },
  };
}
