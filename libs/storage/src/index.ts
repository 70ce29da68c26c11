export { StorageError, type StorageErrorCode } from './storage-error.js';
export { MAX_KEY_BYTES, type Revision, type Storage, type StorageEvent, type Stored, type Value } from './storage.js';
