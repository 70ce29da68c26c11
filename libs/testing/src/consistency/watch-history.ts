import type { Found } from './history.js';

/** One client that watches all objects, over all its connections. Times as in `Operation`. */
export interface WatchJourney {
  readonly name: string;
  readonly steps: readonly WatchStep[];
}

export type WatchStep =
  | ListedStep
  /** A watch was opened after this version. */
  | { readonly is: 'opened'; readonly replica: string; readonly from: number; readonly at: number }
  | EventStep
  /** All events up to this version were delivered. */
  | { readonly is: 'bookmark'; readonly version: number; readonly at: number }
  /** The connection ended. */
  | { readonly is: 'ended'; readonly why: string; readonly at: number }
  /** 410: the revision is outside the history window, the client relists. */
  | { readonly is: 'gone'; readonly at: number };

/** All objects at one version. */
export interface ListedStep {
  readonly is: 'listed';
  readonly replica: string;
  readonly version: number;
  readonly items: readonly (Found & { readonly key: string })[];
  readonly start: number;
  readonly at: number;
}

/** For DELETED: the version of the deletion and the last content. */
export interface EventStep extends Found {
  readonly is: 'event';
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly at: number;
}
