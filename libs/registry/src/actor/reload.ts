import type { Revision, StorageError, Stored } from '@orch/storage';
import type { Change } from '../cache/change.js';
import type { DamagedEntry } from '../cache/damaged-entry.js';
import type { Entry } from '../cache/entry.js';
import type { ResourceCache } from '../cache/resource-cache.js';

/**
 * Finds out what changed of a resource while nobody was told: it is shown everything that stands in the store, and compares it with
 * what stood in memory. No two states of an object have the same revision, so none is parsed. What stands in memory must not change
 * meanwhile.
 */
export class Reload {
  private readonly seen = new Set<string>();
  private readonly found: { readonly entry: Entry; readonly previous: Entry | undefined }[] = [];

  constructor(
    private readonly before: ResourceCache,
    private readonly entryOf: (stored: Stored) => Entry,
    private readonly damagedEntryOf: (damage: StorageError) => DamagedEntry,
  ) {}

  see(stored: Stored): void {
    this.compare(this.entryOf(stored));
  }

  seeDamaged(damage: StorageError): void {
    this.compare(this.damagedEntryOf(damage));
  }

  private compare(entry: Entry): void {
    const previous = this.before.get(entry.key);
    this.seen.add(previous?.key ?? entry.key);
    if (previous?.revision !== entry.revision) this.found.push({ entry, previous });
  }

  /** The difference, in the order of keys. Objects that are gone went at `revision` at the latest. */
  changes(revision: Revision, timeMs: number): readonly Change[] {
    const changes = this.found.map(({ entry, previous }): Change => {
      return { type: previous ? 'MODIFIED' : 'ADDED', revision: entry.revision, entry, previous, timeMs };
    });
    this.before.visit(undefined, undefined, (entry) => {
      if (!this.seen.has(entry.key)) changes.push({ type: 'DELETED', revision, entry, previous: entry, timeMs });
      return true;
    });
    return changes.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1));
  }
}
