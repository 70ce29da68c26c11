import type { Storage } from './storage.js';

/** A store whose disk can be full: reads and deletes still work then. */
export interface DiskBound {
  /** Why creates are refused now, on a full disk or without the file, or fail, as a user-facing text; undefined while they are allowed. */
  readonly diskFull: string | undefined;
  /** Size of the database file. */
  readonly fileBytes: number;
}

export const isDiskBound = (storage: Storage): storage is Storage & DiskBound => 'diskFull' in storage;
