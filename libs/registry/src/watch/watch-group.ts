import type { Watcher } from './watcher.js';
import type { ObjectSelection } from './object-filter.js';

/** All watchers of one selection: what concerns one concerns all, so it is decided once. */
export class WatchGroup {
  readonly watchers = new Set<Watcher>();

  constructor(
    readonly selection: ObjectSelection,
    readonly text: string,
  ) {}
}
