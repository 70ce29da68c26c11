/** Limit of a path with its query. A page of 1,000 field selectors is not a page. Unit: characters. */
const MAX_PATH_LENGTH = 8_192;

/**
 * Whether a path with query is a watch of a resource, and nothing that a server could read as something else: no sub-resource (a proxy), no
 * escapes in the path, exactly one `watch=true`.
 */
export function isWatchOfResource(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || !/^[!-~]+$/.test(path) || path.includes('#')) return false;
  const mark = path.indexOf('?');
  if (mark < 0) return false;
  const watch = new URLSearchParams(path.slice(mark + 1)).getAll('watch');
  return watch.length === 1 && (watch[0] === 'true' || watch[0] === '1') && isResource(path.slice(0, mark));
}

/** `/api/v1/RESOURCE`, `/apis/GROUP/VERSION/namespaces/NAMESPACE/RESOURCE`, with a name at most. */
function isResource(path: string): boolean {
  const [empty, root, ...segments] = path.split('/');
  if (empty !== '' || !segments.every((segment) => /^[\w.:-]+$/.test(segment) && !/^\.{1,2}$/.test(segment)))
    return false;
  const fixed = root === 'api' ? 1 : root === 'apis' ? 2 : undefined;
  if (fixed === undefined) return false;
  const [resource, , ...below] = segments.slice(fixed);
  if (resource === undefined || resource === 'watch') return false; // `/api/v1/watch/...` is an older form
  return below.length === 0 || (resource === 'namespaces' && below.length <= 2);
}
