import { ApiError } from '@orch/apimachinery';
import type { RequestContext, RequestHandler } from './request/request-context.js';
import { unknownPath } from './response/unknown-path.js';

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
 * @param notFound answers the other paths. Default: every API group is one that is served.
 */
export function dispatcher(
  resources: RequestHandler,
  paths: PlainPaths,
  notFound: (context: RequestContext) => void = unknownPath,
): RequestHandler {
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

const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
