export {
  admitAll,
  type Admission,
  type AdmissionAttributes,
  type AdmissionOperation,
  type Annotate,
  type AnnotationLevel,
  type CreateTarget,
  type Undo,
  type UnreadAttributes,
  type WriteKind,
  type WriteScope,
} from './admission/admission.js';
export { Mailbox } from './actor/mailbox.js';
export { writeOptions } from './write/write-options.js';
export type { Change, ChangeType } from './cache/change.js';
export { ConversionError } from './errors/conversion-error.js';
export type { ConversionCalls, ConversionExchange, ConversionOutcome, FinishedCall } from './write/conversion-calls.js';
export type { LargeConversion } from './conversion/large-conversion.js';
export type { ObjectConversion } from './conversion/object-conversion.js';
export { isDamageError, isDamaged } from './cache/damaged-entry.js';
export { Entry } from './cache/entry.js';
export type { RebuildStep } from './follow/rebuild.js';
export type {
  Extract,
  ExtractReader,
  LabelReader,
  ObjectIdentity,
  ObjectReader,
  PartReader,
  PreconditionReader,
  ReadObject,
  ResourceKey,
  SteppedReader,
} from './keys/object-reader.js';
export { nameOfStorageKey, objectKey, resourcePrefix, splitObjectKey } from './keys/storage-keys.js';
export type { ListPage } from './list/list-page.js';
export { checkListOptions, checkWatchOptions } from './list/list-options.js';
export type { ListParameters } from './list/list-plan.js';
export { virtualPage } from './list/virtual-page.js';
export { ensureEach, ensureObjects, unlessDamaged, type EnsuredObject } from './loopback/ensure-objects.js';
export { SYSTEM_USER } from './loopback/system-user.js';
export { LoopbackClient } from './loopback/loopback-client.js';
export { RegistryModule, type RegistryModuleOptions } from './registry.module.js';
export type { DamagedObject } from './reads/cached-objects.js';
export { Registry, type RegistryOptions, type ServedResource } from './registry.js';
export { SharedRecords, recordKey, type SharedRecord } from './shared-records/shared-records.js';
export { convertedKind, customKinds } from './store/custom-kinds.js';
export type { CustomResource } from './store/custom-resource.js';
export { deleteBatches } from './store/delete-batches.js';
export type { LargeChanges, ResourceStore } from './store/resource-store.js';
export type { WatchParameters } from './store/watch-plan.js';
export { hasSelectors, type ObjectSelection } from './watch/object-filter.js';
export type { DynamicVisibility, VisibilityFilter } from './watch/visibility-filter.js';
export type { Bookmark, WatchEvent } from './watch/watch-event.js';
export type { PreparedEvents, WatchEncoding, WatchHandle, WatchSink } from './watch/watch-sink.js';
export type { Watcher } from './watch/watcher.js';
export type { DeleteRequest } from './write/delete-request.js';
export { bindingConflict, checkDeletePreconditions } from './write/failed-preconditions.js';
export { checkNamespace } from './write/object-metadata.js';
export { createPreconditions, replacePreconditions } from './write/committer.js';
export { assertCurrent, KindChangedError } from './write/kind-guard.js';
export type { KindSource } from './write/kind-source.js';
export { createWhileTerminating } from './write/kind-guard.js';
export { decodeObject } from './write/decode-object.js';
export { kindNotRead, notAnObject, unrecognizedBody } from './write/sent-kind.js';
export type { Compute } from './write/change.js';
export { ownedBySender } from './write/sender-owner.js';
export { ObjectWriter } from './write/object-writer.js';
export type { FieldValidation, Patch, WriteRequest, WriteResult } from './write/write-request.js';
export type { WriteStorage, WriteTarget, WriterParts } from './write/writer-parts.js';
export { writtenKinds, type WrittenKind } from './write/written-kinds.js';
