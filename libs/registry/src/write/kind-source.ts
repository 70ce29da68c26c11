import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';

/** What a kind that is served at run time is built from, for threads that have no part of this process. */
export interface KindSource {
  /** The object that defines it. */
  readonly entry: Entry;
  /** Objects written up to this revision are read through the schema. Zero: objects are given as they are served. */
  readonly currentSince: Revision;
  /** As `currentSince`, of the objects as they are stored, where rules in the definition convert them, which a thread can apply. Default: none do. */
  readonly convertedSince?: Revision | undefined;
}
