import { ApiError } from '@orch/apimachinery';
import type { Registry, ResourceStore } from '@orch/registry';
import type { Authorizer } from '../authorization/authorizer.js';
import type { RequestContext, RequestHandler } from '../request/request-context.js';
import { deleteCollection, deleteObject } from './write/delete-objects.js';
import { createBinding } from './write/create-binding.js';
import { createObject, patchObject, updateObject } from './write/write-objects.js';
import { getObject, listObjects } from './read/read-objects.js';
import { watchObjects, type WatchLimits } from './watch/watch-objects.js';

/** Verbs of one object; the others are of a collection. A watch may be of either (C-036). */
const NAMED_VERBS: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete']);

export interface ResourceHandlerOptions {
  readonly registry: Registry;
  readonly watch: WatchLimits;
  /** Whether lists come in pages to those who ask for it. */
  readonly chunkedLists: boolean;
  /** Asked again where a request turns out to be another than its path says: a PUT that creates. */
  readonly authorizer: Authorizer;
}

/** Answers every request on a resource: from verb and path to the registry. */
export function createResourceHandler(options: ResourceHandlerOptions): RequestHandler {
  const { registry } = options;
  return (context) => {
    const { info } = context;
    const store = registry.resource(info.group, info.version, info.resource);
    if (!store) throw ApiError.noSuchResource();
    const { deprecation } = store.definition;
    if (deprecation !== undefined) context.warnings.push(deprecation);
    const { namespaced } = store.definition.declaration;
    // A cluster-scoped kind has no path below a namespace; a Namespace stands in the path of its own.
    const below = info.namespace !== '' && !(info.resource === 'namespaces' && info.namespace === info.name);
    if (!namespaced && below) throw ApiError.noSuchResource();
    if (namespaced && info.namespace === '' && info.name !== '') throw ApiError.noSuchResource();
    if (info.subresource !== '') return onSubresource(options, store, context);
    if (!store.definition.verbs.includes(info.verb)) throw ApiError.methodNotAllowed();
    if (NAMED_VERBS.has(info.verb) !== (info.name !== '') && info.verb !== 'watch') throw ApiError.methodNotAllowed();
    if (namespaced && info.namespace === '' && info.verb !== 'list' && info.verb !== 'watch')
      throw ApiError.methodNotAllowed();
    switch (info.verb) {
      case 'get':
        return getObject(store, context);
      case 'list':
        return listObjects(store, context, options.chunkedLists);
      case 'watch':
        // A HEAD would hold a stream open that never brings anything.
        if (context.method === 'HEAD') throw ApiError.methodNotAllowed();
        return watchObjects(store, context, options.watch);
      case 'create':
        return info.resource === 'bindings' ? createBinding(registry, context) : createObject(store, context);
      case 'update':
        return updateObject(store, context, '', options.authorizer);
      case 'patch':
        return patchObject(store, context, '');
      case 'delete':
        return deleteObject(store, context);
      case 'deletecollection':
        return deleteCollection(store, context);
      default:
        throw ApiError.methodNotAllowed();
    }
  };
}

function onSubresource(
  { registry, authorizer }: ResourceHandlerOptions,
  store: ResourceStore,
  context: RequestContext,
): void | Promise<void> {
  const { info } = context;
  if (info.resource === 'pods' && info.subresource === 'binding') {
    if (info.verb !== 'create') throw ApiError.methodNotAllowed();
    return createBinding(registry, context);
  }
  const strategy = store.definition.subresources.get(info.subresource);
  if (!strategy) throw ApiError.noSuchResource();
  switch (info.verb) {
    case 'update':
      return updateObject(store, context, info.subresource, authorizer);
    case 'get':
      if (!strategy.writeOnly) return getObject(store, context);
      break;
    case 'patch':
      if (!strategy.writeOnly) return patchObject(store, context, info.subresource);
      break;
  }
  throw ApiError.methodNotAllowed();
}
