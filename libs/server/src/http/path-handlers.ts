import { encodeYaml } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Discovery } from '../discovery/discovery.js';
import { documentForm } from '../discovery/document-form.js';
import type { VersionInfo } from '../discovery/version.js';
import { handleHealth, type HealthEndpoints } from '../health/health-handler.js';
import type { MetricsText } from '../metrics/metrics-page.js';
import type { RequestContext } from '../request/request-context.js';
import { JSON_TYPE } from '../resource/body/media-type.js';
import type { PathHandler, PathHandlers } from './dispatcher.js';
import { wantsPretty } from './pretty.js';
import { writeBytes } from './write-answer.js';

/** What stands behind the paths that are no resources. */
export interface PathDependencies {
  readonly log: Logger;
  readonly version: VersionInfo;
  readonly discovery: Discovery;
  readonly openApi: PathHandler;
  readonly health: HealthEndpoints;
  readonly metrics: () => Promise<MetricsText>;
}

/** Every path that is no resource. `/` lists them (C-299). */
export function pathHandlers(d: PathDependencies): PathHandlers {
  const discovery: PathHandler = (context, path) => {
    const document = d.discovery.document(path);
    if (!document) return false;
    const form = documentForm(context.headers.accept);
    if (form === JSON_TYPE) writeJson(context, document.value, document.bytes);
    else writeBytes(context, 200, form, Buffer.from(encodeYaml(document.value)));
    return true;
  };
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
  const own = ['/healthz', '/livez', '/metrics', '/openapi/v2', '/openapi/v3', '/readyz', '/version'];
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

/** @param bytes the compact form, when it is at hand. */
function writeJson(context: RequestContext, value: object, bytes?: Buffer): void {
  const body = wantsPretty(context.query, context.headers)
    ? Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    : (bytes ?? Buffer.from(`${JSON.stringify(value)}\n`));
  writeBytes(context, 200, 'application/json', body);
}
