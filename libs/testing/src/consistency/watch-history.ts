import type { Found } from './history.js';

/** One client that follows all objects, over every connection it made. Times as those of operations. */
export interface WatchJourney {
  readonly name: string;
  readonly steps: readonly WatchStep[];
}

export type WatchStep =
  | ListedStep
  /** A watch began after this version. */
  | { readonly is: 'opened'; readonly replica: string; readonly from: number; readonly at: number }
  | EventStep
  /** Everything up to this version has been told. */
  | { readonly is: 'bookmark'; readonly version: number; readonly at: number }
  /** The connection is over. */
  | { readonly is: 'ended'; readonly why: string; readonly at: number }
  /** 410: the place in the history is gone, the client lists again. */
  | { readonly is: 'gone'; readonly at: number };

/** Everything that stood at one version. */
export interface ListedStep {
  readonly is: 'listed';
  readonly replica: string;
  readonly version: number;
  readonly items: readonly (Found & { readonly key: string })[];
  readonly start: number;
  readonly at: number;
}

/** Of a deletion: the version of the deletion and the content that stood last. */
export interface EventStep extends Found {
  readonly is: 'event';
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly at: number;
}
