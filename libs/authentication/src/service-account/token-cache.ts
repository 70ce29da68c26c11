import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Default bound of the sizes of results. */
const CACHE_BYTES = 32 * 1_048_576;

/**
 * LRU cache of results for recently used tokens, bounded by number and size, by a keyed hash of the whole token: no token stays in memory because of
 * it. HOT PATH (bench: get).
 */
export class TokenCache<T extends object> {
  private readonly salt = randomBytes(32).toString('base64');
  private readonly results: LRUCache<string, T>;

  /** @param size most tokens. @param bytes most bytes of their results; a larger result is not cached. */
  constructor(size: number, bytes = CACHE_BYTES) {
    this.results = new LRUCache({ max: size, maxSize: bytes });
  }

  /** The cache key; the same for the same token. */
  keyOf(token: string): string {
    return hash('sha256', this.salt + token, 'base64');
  }

  get(key: string): T | undefined {
    return this.results.get(key);
  }

  /** @param bytes approximate size of the result, at least one: a token may have tens of thousands of audiences or groups. */
  put(key: string, value: T, bytes: number): void {
    this.results.set(key, value, { size: bytes });
  }

  delete(key: string): void {
    this.results.delete(key);
  }
}
