import type { ApiObject } from '@orch/apimachinery';
import type { Entry } from './entry.js';

/** Stored bytes of the objects in one half of the cache. Parsed, many small members take twenty times as much. */
const HALF_BYTES = 8 * 1_024 * 1_024;

/**
 * LRU cache of parsed objects, so that objects that every request reads, such as its namespace, are parsed once. Bounded: when the
 * new half is full it replaces the old one, and entries that were not used since are evicted.
 */
export class ParsedObjects {
  private recent = new Map<Entry, ApiObject>();
  private older = new Map<Entry, ApiObject>();
  private bytes = 0;

  /** @param halfBytes default 8 MiB. */
  constructor(private readonly halfBytes = HALF_BYTES) {}

  get(entry: Entry): ApiObject | undefined {
    const recent = this.recent.get(entry);
    if (recent) return recent;
    const older = this.older.get(entry);
    if (older) this.set(entry, older);
    return older;
  }

  set(entry: Entry, object: ApiObject): void {
    if (this.bytes + entry.length > this.halfBytes) {
      this.older = this.recent;
      this.recent = new Map();
      this.bytes = 0;
    }
    this.recent.set(entry, object);
    this.bytes += entry.length;
  }
}
