import type { Storage } from './storage.js';

/** A store whose disk can be full: it can be read then, and keys can be deleted. */
export interface DiskBound {
  /** Why no keys can be created now, in words for the user; undefined while they can. */
  readonly diskFull: string | undefined;
}

export const isDiskBound = (storage: Storage): storage is Storage & DiskBound => 'diskFull' in storage;
