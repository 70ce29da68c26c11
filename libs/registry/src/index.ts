export {
  admitAll,
  type Admission,
  type AdmissionAttributes,
  type AdmissionOperation,
  type Undo,
  type UnreadAttributes,
} from './admission/admission.js';
export type { Change, ChangeType } from './cache/change.js';
export { Entry } from './cache/entry.js';
export { isDamageError, isDamaged } from './cache/damaged-entry.js';
export type { RebuildStep } from './follow/rebuild.js';
export { madeUpPage } from './list/made-up-page.js';
export type { ListPage } from './list/list-page.js';
export type { ListParameters } from './list/list-plan.js';
export { Registry, type DamagedObject, type RegistryOptions, type ServedResource } from './registry.js';
export type { ObjectReader, ResourceKey } from './store/object-reader.js';
export type { LargeChanges, ResourceStore } from './store/resource-store.js';
export { objectKey, resourcePrefix } from './store/storage-keys.js';
export { hasSelectors, type ObjectSelection } from './watch/object-filter.js';
export type { ChangingSight, Sight } from './watch/sight.js';
export type { Bookmark, WatchEvent } from './watch/watch-event.js';
export type { WatchParameters } from './watch/watch-plan.js';
export type { WatchEncoding, WatchHandle, WatchSink } from './watch/watch-sink.js';
export type { Watcher } from './watch/watcher.js';
export type { DeleteRequest } from './write/delete-request.js';
export { takeIn } from './write/intake.js';
export { ObjectWriter } from './write/object-writer.js';
export type { FieldValidation, Patch, WriteRequest, WriteResult } from './write/write-request.js';
export { writtenKinds, type WrittenKind } from './write/written-kinds.js';
export type { WriteStorage, WriterParts, WriteTarget } from './write/writer-parts.js';
