import type { Revision, StorageError, Stored } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { isDamaged, type DamagedEntry } from '../cache/damaged-entry.js';
import type { Entry } from '../cache/entry.js';
import type { ResourceCache } from '../cache/resource-cache.js';

/**
 * Computes the changes of a resource that were missed while its store was not followed: compares all stored objects with the cache.
 * Every state of an object has its own revision in its store; another store may have taken its place, so bytes are compared too. No object is parsed. The cache
 * must not change meanwhile.
 */
export class Reload {
  private readonly seen = new Set<string>();
  private readonly found: { readonly entry: Entry; readonly previous: Entry | undefined }[] = [];

  constructor(
    private readonly before: ResourceCache,
    private readonly entryOf: (stored: Stored) => Entry,
    private readonly damagedEntryOf: (damage: StorageError) => DamagedEntry,
  ) {}

  add(stored: Stored): void {
    this.compare(this.entryOf(stored));
  }

  addDamaged(damage: StorageError): void {
    this.compare(this.damagedEntryOf(damage));
  }

  private compare(entry: Entry): void {
    const previous = this.before.get(entry.key);
    this.seen.add(previous?.key ?? entry.key);
    if (!previous || !isSame(previous, entry)) this.found.push({ entry, previous });
  }

  /** The difference, in key order. Missing objects were deleted at `revision` or before. */
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

function isSame(previous: Entry, entry: Entry): boolean {
  if (previous.revision !== entry.revision) return false;
  return isDamaged(previous) || isDamaged(entry) || previous.bytes.equals(entry.bytes);
}
