export { type BulkReadable, isBulkReadable } from './bulk-readable.js';
export { DiskFormatError } from './embedded/disk-format.js';
export { EmbeddedStorage, type EmbeddedStorageOptions } from './embedded/embedded-storage.js';
export { openStorage, type StorageOptions } from './open-storage.js';
export { StorageError, type StorageErrorCode } from './storage-error.js';
export { MAX_KEY_BYTES, type Revision, type Storage, type StorageEvent, type Stored, type Value } from './storage.js';
