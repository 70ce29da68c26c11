import type { ResourceDefinition } from '@orch/api';
import type { Labels, RequestInfo, ServerRequest } from '@orch/http';

/** Verbs of resource requests, as the reference names them in metrics. */
const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const APPLY_PREFIX = 'application/apply-patch+';
/** Of other methods, resources and sub-resources: their number is not bounded. */
const OTHER = 'other';

/** What labels are made of, apart from the path. */
type Facts = Pick<ServerRequest, 'info' | 'method' | 'headers' | 'isLongRunning' | 'url'>;

/** The label `verb`. */
export function verbOf({ info, method, headers, isLongRunning }: Facts): string {
  if (!info.isResource) return METHODS.has(method) ? method : OTHER;
  if (isLongRunning && info.verb !== 'watch') return 'CONNECT';
  if (info.verb === 'patch' && headers['content-type']?.startsWith(APPLY_PREFIX)) return 'APPLY';
  return VERBS[info.verb] ?? OTHER;
}

/** The label `dry_run`: `All`, or empty. */
export const dryRunOf = ({ info, url }: Facts): string => (info.isResource && url.includes('dryRun=All') ? 'All' : '');

export const scopeOf = ({ isResource, name, namespace, verb }: RequestInfo): string =>
  !isResource ? '' : name !== '' || verb === 'create' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster';

/** Bounded labels: unknown resources, sub-resources and verbs are `other`. */
export function requestLabels(info: RequestInfo, definition: ResourceDefinition | undefined, verb: string): Labels {
  const served = definition !== undefined;
  return {
    verb,
    group: served ? info.group : '',
    version: served ? info.version : '',
    resource: served ? info.resource : info.isResource ? OTHER : '',
    subresource: served ? subresourceOf(definition, info.subresource) : '',
    scope: scopeOf(info),
    component: info.isResource ? 'apiserver' : '',
  };
}

export function subresourceOf({ subresources, declaration }: ResourceDefinition, name: string): string {
  const { actions = {}, connections = {} } = declaration;
  const isThere =
    name === '' || subresources.has(name) || Object.hasOwn(actions, name) || Object.hasOwn(connections, name);
  return isThere ? name : OTHER;
}
