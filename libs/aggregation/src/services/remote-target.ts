import { resolveService, type ProxyTarget, type ServiceRoutes } from '@orch/proxy';
import type { RemoteService } from './remote-service.js';

/** Certificate of this server for extension API servers, and its key, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** How extension API servers are reached. */
export interface ServiceRouting extends ServiceRoutes {
  /** Undefined: none is sent. */
  readonly certificate: ClientCertificate | undefined;
}

/** @throws Error whose text goes to clients: the service cannot be resolved. */
export function remoteTarget(remote: RemoteService, routing: ServiceRouting): ProxyTarget & { readonly tls: true } {
  const { namespace, name, port } = remote.service;
  const address = resolveService(routing, namespace, name, port);
  return {
    ip: address.host,
    namespace,
    port: address.port,
    tls: true,
    identity: {
      servername: `${name}.${namespace}.svc`,
      rejectUnauthorized: !remote.insecure,
      ...(remote.ca === undefined ? {} : { ca: remote.ca }),
      ...routing.certificate,
    },
  };
}
