import type { Revision, Stored } from '../storage.js';

/** The newest layout this code reads. Raise it when an older release could misread what is written. */
export const NEWEST_FORMAT = 2;

/** From here on a revision needs format 2. Restarts of Redis take revisions up by 2^34 at most each (decision 038). */
export const HIGH_REVISION = 2 ** 48;

/** The layout of a backup of that moment: the first, which every release reads, where it has room for the revision. */
export const backupFormat = (revision: Revision): number => (revision < HIGH_REVISION ? 1 : NEWEST_FORMAT);

/** What stands at the head of a backup. */
export interface BackupHeader {
  readonly format: number;
  /** The vocabulary of the objects: a server of another finds half of them. Left out where none was noted. */
  readonly vocabulary?: string;
  /** The moment: every change up to this revision is in, none after. */
  readonly revision: Revision;
  /** When it was made: ISO 8601, UTC. */
  readonly time: string;
  /** The release that made it. */
  readonly release: string;
}

/** Most files of a backup, and most bytes of all of them: readers keep them in memory. */
export const MAX_FILES = 1_000;
export const MAX_FILE_BYTES = 16 * 1_024 * 1_024;

/** A small file that belongs to the store and lies beside it: keys. */
export interface BackupFile {
  /** A plain name, no path. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Permission bits, as 0o600. For releases that restore them; this one decides itself. */
  readonly mode: number;
}

export interface BackupContent {
  readonly header: BackupHeader;
  readonly files: readonly BackupFile[];
  /** In key order. */
  readonly items: AsyncIterable<Stored>;
}

/** The last part: it is there only when all before it is. */
export interface BackupTrailer {
  readonly items: number;
  readonly files: number;
  /** Of keys and values together. */
  readonly bytes: number;
  /** Over every byte before the trailer, hexadecimal. */
  readonly sha256: string;
}
