import { LRUCache } from 'lru-cache';
import type { ConvertedEntry } from './converted-entry.js';

/** Unit: bytes. */
const CACHED_BYTES = 64 * 1_024 * 1_024;
/** Memory of an entry in addition to its bytes, as an estimate. Unit: bytes. */
const OVERHEAD = 512;

/** Converted objects of all versions of one server: the least recently used are dropped beyond a limit of bytes. */
export class ConvertedCache {
  private readonly entries: LRUCache<string, ConvertedEntry>;
  private scopes = 0;

  /** @param maxBytes default: 64 MiB. */
  constructor(maxBytes = CACHED_BYTES) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ length }) => length + OVERHEAD });
  }

  /** The prefix of the keys of one conversion: a changed conversion gets another, so that its results are not mixed with older ones. */
  newScope(): string {
    return `${++this.scopes} `;
  }

  get(key: string): ConvertedEntry | undefined {
    return this.entries.get(key);
  }

  set(key: string, entry: ConvertedEntry): void {
    this.entries.set(key, entry);
  }
}
