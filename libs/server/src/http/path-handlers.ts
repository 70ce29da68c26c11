import type { Logger } from '@orch/process';
import { type Discovery, discoveryHandler, type VersionInfo } from '@orch/discovery';
import { handleHealth, type HealthEndpoints } from '../health/health-handler.js';
import type { MetricsText } from '../metrics/metrics-page.js';
import { type RequestContext, type PathHandler, type PathHandlers, wantsPretty, writeBytes } from '@orch/http';

/** What stands behind the paths that are no resources. */
export interface PathDependencies {
  readonly log: Logger;
  readonly version: VersionInfo;
  readonly discovery: Discovery;
  /** Whether `/api` and `/apis` have their aggregated form (feature gate `AggregatedDiscoveryEndpoint`). */
  readonly aggregatedDiscovery: boolean;
  /** Media type of protobuf in this vocabulary. */
  readonly protobuf: string;
  readonly openApi: PathHandler;
  /** For those who verify tokens, by first segment. */
  readonly openId: PathHandlers;
  readonly health: HealthEndpoints;
  readonly metrics: () => Promise<MetricsText>;
}

/** Every path that is no resource. `/` lists them (C-299). */
export function pathHandlers(d: PathDependencies): PathHandlers {
  const discovery = discoveryHandler(d.discovery, d.protobuf, d.aggregatedDiscovery);
  const health: PathHandler = (context) => handleHealth(context, d.health, d.log);
  const handlers = new Map<string, PathHandler>([
    ['api', discovery],
    ['apis', discovery],
    ['openapi', d.openApi],
    ['version', only('/version', (context) => writeJson(context, d.version))],
    ['healthz', health],
    ['livez', health],
    ['readyz', health],
    [
      'metrics',
      (context, path) =>
        path === '/metrics' &&
        d.metrics().then(({ contentType, text }) => {
          writeBytes(context, 200, contentType, Buffer.from(text));
          return true;
        }),
    ],
  ]);
  for (const [segment, handler] of d.openId) handlers.set(segment, handler);
  const own = [
    '/.well-known/openid-configuration',
    '/healthz',
    '/livez',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/openid/v1/jwks',
    '/readyz',
    '/version',
  ];
  handlers.set('', (context) => {
    if (context.info.path !== '/') return false; // `//api/v1` begins with an empty part, too
    writeJson(context, { paths: [...d.discovery.paths, ...own].sort() });
    return true;
  });
  return handlers;
}

const only =
  (path: string, answer: (context: RequestContext) => void): PathHandler =>
  (context, asked) => {
    if (asked !== path) return false;
    answer(context);
    return true;
  };

function writeJson(context: RequestContext, value: object): void {
  const text = JSON.stringify(value, null, wantsPretty(context.query, context.headers) ? 2 : undefined);
  writeBytes(context, 200, 'application/json', Buffer.from(`${text}\n`));
}
