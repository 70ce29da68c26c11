import type { Connection, ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { createWhileTerminating, type Registry, type ResourceStore } from '@orch/registry';
import { awaitInTurn, unknownPath, type Authorizer, type RequestContext, type RequestHandler } from '@orch/http';
import { requireAllowed, type Visibilities } from '@orch/authorization';
import { admitConnection } from './connect/admit-connection.js';
import { connectToNode } from './connect/connect-to-node.js';
import { proxyToObject, type ProxyParts } from '@orch/proxy';
import type { LargeObjects } from '../large-objects/large-objects.js';
import { deleteCollection, deleteObject } from './write/delete-objects.js';
import { createObject, patchObject, updateObject } from './write/write-objects.js';
import { getObject, listObjects } from './read/read-objects.js';
import { listVisible } from './read/list-visible.js';
import type { VirtualParts, VirtualResource } from './virtual/virtual-resource.js';
import { virtualResources, type VirtualLookup } from './virtual/virtual-resources.js';
import { watchObjects, type WatchLimits } from './watch/watch-objects.js';
import { watchVisible } from './watch/watch-visible.js';

/** Verbs of one object; the others are of a collection. A watch may be of either (C-036). */
const NAMED_VERBS: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete']);

export interface ResourceHandlerOptions {
  readonly registry: Registry;
  /** Whether an API group of built-in kinds is served. Default: all are. */
  readonly isGroup?: (group: string) => boolean;
  /** Stored kinds that are disabled for clients (B-369). */
  readonly hidden: ReadonlySet<ResourceDefinition>;
  readonly watch: WatchLimits;
  /** Whether `limit` and `continue` are supported. */
  readonly chunkedLists: boolean;
  /** Called again when a request turns out to be another one than its path says: a PUT that creates. */
  readonly authorizer: Authorizer;
  /** Visibility filters of requests for visible objects only. */
  readonly visibilities: Visibilities;
  /** Dependencies of virtual resources in addition to the registry and the authorizer. */
  readonly virtual: Omit<VirtualParts, 'registry' | 'authorizer' | 'largeObjects'>;
  readonly proxy: ProxyParts;
  /** Absent: everything is computed on the event loop. */
  readonly largeObjects?: LargeObjects;
}

/** Dispatches every resource request, by verb and path, to the registry. */
export function createResourceHandler(options: ResourceHandlerOptions): RequestHandler {
  const { registry, authorizer, hidden, isGroup, largeObjects } = options;
  const lists = { chunked: options.chunkedLists, largeObjects };
  const watch = { ...options.watch, largeAnswers: largeObjects?.answers };
  const virtual = virtualResources({ registry, authorizer, largeObjects, ...options.virtual });
  const handle: RequestHandler = (context) => {
    const { info } = context;
    const store = registry.resource(info.group, info.version, info.resource);
    if (!store || hidden.has(store.definition)) return unknownPath(context, isGroup);
    // Its objects are being loaded. It may be gone afterwards. Hundreds of requests may wait for it: they go on in turns.
    const { ready } = store;
    if (ready) return awaitInTurn(context.raw, ready).then(() => handle(context));
    const { namespaced } = store.definition.declaration;
    // A cluster-scoped kind has no path below a namespace; the path of a Namespace contains its own name.
    const below = info.namespace !== '' && !(info.resource === 'namespaces' && info.namespace === info.name);
    if (!namespaced && below) return unknownPath(context, isGroup);
    if (namespaced && info.namespace === '' && info.name !== '') return unknownPath(context, isGroup);
    if (info.subresource !== '') {
      const { connections = {} } = store.definition.declaration;
      const connection = Object.hasOwn(connections, info.subresource) ? connections[info.subresource] : undefined;
      if (connection) return connect(options, store, connection, context);
      return onSubresource(virtual, store, context, authorizer, largeObjects);
    }
    if (!store.definition.verbs.includes(info.verb)) throw refusalOf(store, context);
    if (NAMED_VERBS.has(info.verb) !== (info.name !== '') && info.verb !== 'watch') throw refusalOf(store, context);
    if (namespaced && info.namespace === '' && info.verb !== 'list' && info.verb !== 'watch')
      throw ApiError.methodNotAllowed();
    warnOfDeprecation(store, context);
    const computed = virtual(store.definition, '');
    if (computed) {
      // Computed resources are shown completely or not at all.
      const allowed = context.onlyVisible ? requireAllowed(authorizer, context, info) : undefined;
      if (allowed) return allowed.then(() => answerVirtual(computed, store, context));
      return answerVirtual(computed, store, context);
    }
    switch (info.verb) {
      case 'get':
        return getObject(store, context, largeObjects);
      case 'list':
        if (context.onlyVisible) return listVisible(store, context, options.visibilities, lists);
        return listObjects(store, context, lists);
      case 'watch':
        // A HEAD of a watch would hold a stream open without any data.
        if (context.method === 'HEAD') throw ApiError.methodNotAllowed();
        if (context.onlyVisible) return watchVisible(store, context, options.visibilities, watch);
        return watchObjects(store, context, watch);
      case 'create':
        if (store.definition.isTerminating) throw createWhileTerminating(store.definition);
        return createObject(store, context, largeObjects);
      case 'update':
        return updateObject(store, context, '', authorizer, largeObjects);
      case 'patch':
        return patchObject(store, context, '', authorizer, largeObjects);
      case 'delete':
        return deleteObject(store, context, largeObjects);
      case 'deletecollection':
        return deleteCollection(store, context, largeObjects);
      default:
        throw ApiError.methodNotAllowed();
    }
  };
  return handle;
}

/** Connects to a pod, a service or a node, when admission allows it. Reading a log is not a connection. */
function connect(
  { registry, proxy }: ResourceHandlerOptions,
  store: ResourceStore,
  connection: Connection,
  context: RequestContext,
): void | Promise<void> {
  const go = (): void | Promise<void> =>
    connection.to === 'address'
      ? proxyToObject(registry, context, proxy)
      : connectToNode(registry, store, connection, context);
  const isRead = connection.kind === store.definition.gvk.kind;
  // A proxy forwards every method, also those without a verb.
  const isAllowed = connection.to === 'address' || connection.verbs.includes(context.info.verb);
  if (isRead || !isAllowed) return go();
  const admitted = admitConnection(store, connection, context);
  return admitted ? admitted.then(go) : go();
}

/** Of a method: objects of a kind that is only created have no paths. */
const refusalOf = ({ definition: { verbs } }: ResourceStore, { info }: RequestContext): ApiError =>
  info.name !== '' && !verbs.some((verb) => NAMED_VERBS.has(verb))
    ? ApiError.noSuchResource()
    : ApiError.methodNotAllowed();

/** A custom kind without the sub-resource has no such object. */
const noSubresource = ({ definition }: ResourceStore, { info }: RequestContext): ApiError =>
  definition.struct
    ? ApiError.noSuchResource()
    : ApiError.notFound({ group: info.group, resource: info.resource, name: info.name });

/** Of a use of a deprecated version, which a path or method that is not served is not. */
function warnOfDeprecation({ definition }: ResourceStore, context: RequestContext): void {
  if (definition.deprecation !== undefined) context.warnings.push(definition.deprecation);
}

function answerVirtual(resource: VirtualResource, store: ResourceStore, context: RequestContext): void | Promise<void> {
  const { verb } = context.info;
  const answer = Object.hasOwn(resource, verb) ? resource[verb as keyof VirtualResource] : undefined;
  if (!answer) throw ApiError.methodNotAllowed();
  return answer(store, context);
}

function onSubresource(
  virtual: VirtualLookup,
  store: ResourceStore,
  context: RequestContext,
  authorizer: Authorizer,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> {
  const { info } = context;
  const action = virtual(store.definition, info.subresource);
  if (action) return answerVirtual(action, store, context);
  const strategy = store.definition.subresources.get(info.subresource);
  if (!strategy) throw noSubresource(store, context);
  warnOfDeprecation(store, context);
  switch (info.verb) {
    case 'update':
      return updateObject(store, context, info.subresource, authorizer, largeObjects);
    case 'get':
      if (!strategy.writeOnly) return getObject(store, context, largeObjects);
      break;
    case 'patch':
      if (!strategy.writeOnly) return patchObject(store, context, info.subresource, authorizer, largeObjects);
      break;
  }
  throw ApiError.methodNotAllowed();
}
