import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import type { ConversionCalls } from './conversion-calls.js';

/** What a kind that is served at run time is built from, for threads that have no part of this process. */
export interface KindSource {
  /** The object that defines it. */
  readonly entry: Entry;
  /** Objects written up to this revision are read through the schema. Zero: objects are given as they are served. */
  readonly currentSince: Revision;
  /** As `currentSince`, of the objects as they are stored, where rules or a webhook convert them. Default: the change of `apiVersion` is all of it. */
  readonly convertedSince?: Revision | undefined;
  /** Of the webhook that converts its objects: a thread asks for them. Default: none does. */
  readonly calls?: ConversionCalls | undefined;
}
