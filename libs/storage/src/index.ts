export { backupFormat, type BackupContent, type BackupFile, type BackupHeader } from './backup/backup-content.js';
export { BackupError, type BackupErrorCode } from './backup/backup-error.js';
export { ItemDigest } from './backup/item-digest.js';
export { readBackup, verifyBackup } from './backup/read-backup.js';
export { writeBackup } from './backup/write-backup.js';
export { type BulkReadable, isBulkReadable } from './bulk-readable.js';
export { type BulkWritable, isBulkWritable } from './bulk-writable.js';
export { checkStore, type CheckStoreOptions, type StoreCheck, type StoreDamage } from './embedded/check-store.js';
export { DamagedFileError } from './embedded/damaged-file.js';
export { DiskFormatError } from './embedded/disk-format.js';
export { NoStoreError } from './embedded/embedded-snapshot.js';
export type { EmbeddedObserver } from './embedded/embedded-observer.js';
export { EmbeddedStorage, type EmbeddedStorageOptions } from './embedded/embedded-storage.js';
export { type DiskBound, isDiskBound } from './disk-bound.js';
export { StoreFileError } from './embedded/store-file-error.js';
export { FillError, type FillErrorCode } from './fill-error.js';
export { openSnapshot } from './open-snapshot.js';
export { embeddedDirectory, embeddedStoreFile, openStorage, type StorageOptions } from './open-storage.js';
export type { RedisDurability, RedisObserver, RedisOptions } from './redis/redis-options.js';
export { RedisSettingsError } from './redis/redis-settings.js';
export { isShared, type SharedStorage, type SharedStorageStatus } from './shared-storage.js';
export type { StoreSnapshot } from './store-snapshot.js';
export { corrupted, StorageError, type StorageErrorCode } from './storage-error.js';
export {
  MAX_KEY_BYTES,
  type Precondition,
  type ReadOptions,
  type Revision,
  type Storage,
  type StorageEvent,
  type Stored,
  type Value,
  type WatchOptions,
} from './storage.js';
