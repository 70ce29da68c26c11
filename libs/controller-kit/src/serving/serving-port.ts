import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ApiError, type Clock } from '@orch/apimachinery';
import { clientNetwork, ConnectionLimit, guardTlsServer, SERVER_TLS } from '@orch/connections';
import { UserFacingError, watchFiles } from '@orch/process';
import type { Logger } from '@orch/process';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readiness } from '../endpoints/readiness.js';
import type { ControllerRuntime } from '../controller/controller-runtime.js';
import { loggedFailure } from '../logged-failure.js';
import { DelegatedAccess } from './delegated-access.js';
import { readCertificate, servingCertificate } from './serving-certificate.js';
import type { ServingOptions } from './serving-options.js';

/** Paths that need no credentials: probes have none. */
const OPEN: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);
const TEXT = 'text/plain; charset=utf-8';
const METRICS = 'text/plain; version=0.0.4; charset=utf-8';

/** Connections at once: probes, scrapers and browsers need a few. Client networks share them; more are closed. */
export const MAX_CONNECTIONS = 64;
/** Of connections that were opened by anyone; handshakes have a limit of their own. Unit: milliseconds. */
const LIMITS_MS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
};

const TLS = { ...SERVER_TLS, minVersion: 'TLSv1.2' } as const;

/** What the port shows. */
export interface Served {
  readonly runtime: Pick<ControllerRuntime, 'client' | 'phase' | 'sharedQueues'>;
  readonly metrics: () => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Adds more routes. */
  readonly more?: (server: FastifyInstance<Server>) => Promise<void>;
}

/** The HTTPS port of a process of controllers: metrics, health, and what else it is given. Every path but health needs a user who may request it. */
export class ServingPort {
  private constructor(
    private readonly server: FastifyInstance<Server>,
    private readonly limit: ConnectionLimit,
    private readonly unwatch: () => void,
  ) {}

  /** @throws UserFacingError for files and addresses that cannot be used. */
  static async open(options: ServingOptions, name: string, served: Served): Promise<ServingPort> {
    // Loaded here: most processes have no port.
    const { fastify } = await import('fastify');
    const certificate = await servingCertificate(options, name, served.clock);
    const limit = new ConnectionLimit(MAX_CONNECTIONS);
    const tls: ServerOptions = { ...LIMITS_MS, ...certificate, ...TLS };
    const server = fastify({
      // With a factory there is one server for a name of several addresses, at the first of them. Fastify would have a second one without limits.
      serverFactory: (handler) => guarded(createServer(tls, handler), limit),
      forceCloseConnections: true,
      logger: false,
    }) as unknown as FastifyInstance<Server>;
    server.addHook('onRequest', accessCheck(served));
    addRoutes(server, served);
    await served.more?.(server);
    await listen(server, options);
    return new ServingPort(server, limit, followCertificate(server, options, served.logger));
  }

  /** `https://HOST:PORT`. */
  get url(): string {
    const { address, port, family } = this.server.server.address() as AddressInfo;
    return `https://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  async close(): Promise<void> {
    this.unwatch();
    this.limit.destroyAll();
    await this.server.close();
  }
}

/** The guards of the API port. */
function guarded(server: Server, limit: ConnectionLimit): Server {
  guardTlsServer(server);
  limit.guard(server);
  return server;
}

/** Before any route, unknown ones too. */
function accessCheck({ runtime, clock, logger }: Served) {
  const access = new DelegatedAccess(runtime.client, clock);
  return async ({ method, raw, headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const path = (raw.url ?? '').split('?', 1)[0]!;
    if (OPEN.has(path)) return undefined;
    // The router would end the path before it.
    if (path.includes('#')) return reply.code(400).type(TEXT).send('A path has no fragment.\n');
    const verb = method.toLowerCase();
    try {
      const network = clientNetwork(raw.socket.remoteAddress ?? '');
      const found = await access.check(headers.authorization, path, verb, network);
      if (found.is === 'allowed') return undefined;
      if (found.is === 'unauthenticated') return reply.code(401).header('www-authenticate', 'Bearer').type(TEXT).send('Unauthorized\n'); // prettier-ignore
      if (found.is === 'busy') return reply.code(429).header('retry-after', '1').type(TEXT).send('Too many requests are being authenticated.\n'); // prettier-ignore
      return reply.code(403).type(TEXT).send(`Forbidden: user ${JSON.stringify(found.username)} cannot ${verb} path ${JSON.stringify(path)}\n`); // prettier-ignore
    } catch (error) {
      // Not the message of the server: what does not answer with a Status may repeat the request, and with it the token.
      const reason = error instanceof ApiError ? error.reason : loggedFailure(error);
      logger.warn('access to the metrics port could not be checked', { path, error: reason });
      return reply.code(503).type(TEXT).send('The API server did not say whether this is allowed.\n');
    }
  };
}

function addRoutes(server: FastifyInstance<Server>, { runtime, metrics }: Served): void {
  server.get('/metrics', async (_request, reply) => reply.type(METRICS).send(await metrics()));
  for (const path of ['/healthz', '/livez']) server.get(path, (_request, reply) => reply.type(TEXT).send('ok'));
  server.get('/readyz', (_request, reply) => {
    const problem = readiness(runtime);
    return reply.code(problem === undefined ? 200 : 503).type(TEXT).send(problem ?? 'ok'); // prettier-ignore
  });
  server.setNotFoundHandler((_request, reply) => reply.code(404).type(TEXT).send('Not Found\n'));
}

async function listen(server: FastifyInstance<Server>, { host, port }: ServingOptions): Promise<void> {
  try {
    await server.listen({ port, host: host ?? everyInterface() });
  } catch (cause) {
    throw new UserFacingError(`flag --metrics-bind-address: ${(cause as Error).message}`, { cause });
  }
}

/** Where there is no IPv6, its address cannot be listened on. */
const everyInterface = (): string =>
  Object.values(networkInterfaces()).some((each) => each?.some(({ family }) => family === 'IPv6')) ? '::' : '0.0.0.0';

/** Certificates are replaced while the process runs. */
function followCertificate(server: FastifyInstance<Server>, { certificate }: ServingOptions, logger: Logger): () => void {
  if (!certificate) return () => undefined;
  const reload = async (): Promise<void> => server.server.setSecureContext({ ...(await readCertificate(certificate)), ...TLS });
  return watchFiles([certificate.certFile, certificate.keyFile], reload, (problem) =>
    logger.warn('the certificate of the metrics port could not be read again', { problem }),
  );
} // prettier-ignore
