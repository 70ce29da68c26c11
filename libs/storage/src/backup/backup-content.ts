import type { Revision, Stored } from '../storage.js';

/** The newest layout this code reads. Raise it when an older release could misread what is written. */
export const NEWEST_FORMAT = 2;

/** Revisions from here on need format 2. A restart of Redis raises revisions by at most 2^34 (decision 038). */
export const HIGH_REVISION = 2 ** 48;

/** The format of a backup at that revision: format 1, which every release reads, unless the revision does not fit. */
export const backupFormat = (revision: Revision): number => (revision < HIGH_REVISION ? 1 : NEWEST_FORMAT);

/** The header of a backup. */
export interface BackupHeader {
  readonly format: number;
  /** The vocabulary of the objects: a server with another vocabulary finds only a part of them. Absent where none was recorded. */
  readonly vocabulary?: string;
  /** Every change up to this revision is included, none after. */
  readonly revision: Revision;
  /** Creation time: ISO 8601, UTC. */
  readonly time: string;
  /** The release that made it. */
  readonly release: string;
}

/** Maximum number of files in a backup, and of their bytes in total: readers keep them in memory. */
export const MAX_FILES = 1_000;
export const MAX_FILE_BYTES = 16 * 1_024 * 1_024;

/** A small file of the data directory that is backed up with the store: keys. */
export interface BackupFile {
  /** A plain name without a path. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Permission bits, as 0o600. For releases that restore them; this one ignores them. */
  readonly mode: number;
}

export interface BackupContent {
  readonly header: BackupHeader;
  readonly files: readonly BackupFile[];
  /** In key order. */
  readonly items: AsyncIterable<Stored>;
}

/** The last part: it is present only in a complete backup. */
export interface BackupTrailer {
  readonly items: number;
  readonly files: number;
  /** Of keys and values together. */
  readonly bytes: number;
  /** Over every byte before the trailer, hexadecimal. */
  readonly sha256: string;
}
