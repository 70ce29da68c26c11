export { Client } from './client.js';
export type {
  ClientConfiguration,
  Credentials,
  Impersonation,
  TlsMaterial,
} from './configuration/client-configuration.js';
export type { InformerChange } from './informer/informer-change.js';
export type { InformerFactory, InformerOptions } from './informer/informer-factory.js';
export type { IndexFunction, Lister } from './informer/lister.js';
export type { SharedInformer } from './informer/shared-informer.js';
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
export type { ApplyBody, ResourceClient, SubresourceClient } from './resource/resource-client.js';
export {
  resolveResource,
  type BuiltinResource,
  type ResourceLike,
  type ResourceType,
} from './resource/resource-type.js';
export { TransportError, type TransportErrorCode } from './transport/transport-error.js';
export type { WatchEvent } from './watch/watch-event.js';
