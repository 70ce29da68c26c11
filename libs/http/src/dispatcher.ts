import { ApiError } from '@orch/apimachinery';
import type { RequestContext, RequestHandler } from './request/request-context.js';
import { writeText } from './response/write-answer.js';

/** Handles one path, or a family of paths; false when the path is not one of them. */
export type PathHandler = (context: RequestContext, path: string) => boolean | Promise<boolean>;

/** Handles requests without a resource. */
export interface PlainPaths {
  /** First segments of its paths. `''` is `/`. */
  readonly roots: ReadonlySet<string>;
  readonly handle: PathHandler;
}

/**
 * The last step of a request: resource requests go to the registry's handler, others to the plain paths. Unknown roots
 * are answered in plain text, as clients expect (C-028).
 */
export function dispatcher(resources: RequestHandler, paths: PlainPaths): RequestHandler {
  return (context) => {
    const { info } = context;
    if (info.isResource) {
      // More segments than name and sub-resource are valid for a proxy only (C-308).
      if (info.rest.length > 0 && info.subresource !== 'proxy') throw ApiError.noSuchResource();
      return resources(context);
    }
    const path = withoutTrailingSlash(info.path);
    if (!paths.roots.has(firstSegment(path))) return notFound(context);
    if (context.method !== 'GET' && context.method !== 'HEAD') throw ApiError.methodNotAllowed();
    const handled = paths.handle(context, path);
    if (typeof handled === 'boolean') return handled ? undefined : notFound(context);
    return handled.then((done) => (done ? undefined : notFound(context)));
  };
}

/** Below `/api` and `/apis` clients expect a Status; elsewhere plain text (C-028, C-290). */
function notFound(context: RequestContext): void {
  const root = firstSegment(context.info.path);
  if (root === 'api' || root === 'apis') throw ApiError.noSuchResource();
  writeText(context, 404, '404 page not found\n');
}

const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
