/**
 * Public API client: configuration files, typed calls, watches that resume, informers.
 * @module @orch/client
 */
export { listMetaShape, listShape, objectMetaShape, objectShape } from './answers/object-shapes.js';
export {
  amountShape,
  anyListShape,
  flagShape,
  listShapeOf,
  mapShapeOf,
  requiredShape,
  structShape,
  textShape,
  type Shape,
} from './answers/shape.js';
export { Client, type ClientOptions } from './client.js';
export type {
  ClientConfiguration,
  Credentials,
  HeaderCredentials,
  Impersonation,
  TlsMaterial,
} from './configuration/client-configuration.js';
export type { ClusterEntry, ConfigFile, ContextEntry, Named, UserEntry } from './configuration/config-file.js';
export { ConfigurationError, type ConfigurationErrorCode } from './configuration/configuration-error.js';
export { inClusterConfiguration } from './configuration/in-cluster.js';
export {
  loadClientConfiguration,
  readConfigFiles,
  type LoadOptions,
} from './configuration/load-client-configuration.js';
export type { InteractiveMode, PluginCredentials } from './configuration/plugin-credentials.js';
export { resolveUser } from './configuration/resolve-context.js';
export { Discovery, type ApiGroup } from './discovery/discovery.js';
export type { ApiResource, ServedVersion, VersionedResource } from './discovery/served-version.js';
export { AnswerTooLong } from './errors/answer-too-long.js';
export { connectionFailure } from './errors/connection-failure.js';
export { inTurns } from './event-loop/in-turns.js';
export { TurnShare, turnShare } from './event-loop/turn-share.js';
export { TransportError, type TransportErrorCode } from './errors/transport-error.js';
export type { InformerChange } from './informer/informer-change.js';
export {
  InformerFactory,
  type InformerFactoryOptions,
  type InformerOptions,
  type InformerReports,
  type InformerSource,
} from './informer/informer-factory.js';
export type { IndexFunction, Lister } from './informer/lister.js';
export { NAMESPACE_INDEX, ObjectCache } from './informer/object-cache.js';
export { SharedInformer } from './informer/shared-informer.js';
export { keyOf, keyText, parseKeyText, type HasMetadata, type ObjectKey } from './object/object-key.js';
export { builtinResources } from './resource/builtin-resources.js';
export type {
  CallOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  SelectorOptions,
  WatchOptions,
  WriteOptions,
} from './resource/call-options.js';
export type { WatchRequest } from './resource/open-watch.js';
export { ListMemory } from './resource/list-memory.js';
export { PageTokens } from './resource/page-tokens.js';
export type { ApplyBody, ResourceClient, SubresourceClient } from './resource/resource-client.js';
export { collectionPath, groupVersionPath, withQuery, type Query } from './resource/resource-path.js';
export {
  type KindClass,
  resolveResource,
  type BuiltinResource,
  type ResourceLike,
  type ResourceType,
} from './resource/resource-type.js';
export type { WatchEvent } from './resource/watch-event.js';
export { RequestedToken, type RequestedTokenOptions } from './service-account/requested-token.js';
export type { ApiRequest, Method } from './transport/api-request.js';
export { Authorization } from './transport/authorization.js';
export { Backoff, type BackoffOptions } from './transport/backoff.js';
export { connectionsTo } from './transport/connections.js';
export type { ObservedRequest, RequestObserver } from './transport/request-observer.js';
export {
  RewriteError,
  rewriteObjects,
  type RewriteCounts,
  type RewriteOptions,
} from './storage-migration/rewrite-objects.js';
export type { ListWatch, ReflectOptions } from './watch/reflect-options.js';
export { reflect } from './watch/reflect.js';
export { withoutManagedFields } from './watch/kept-members.js';
export type { KeptForm } from './answers/kept-form.js';
export type { ReflectorEvent } from './watch/reflector-event.js';
