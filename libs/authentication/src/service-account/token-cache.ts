import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * LRU cache of results for recently used tokens, by a keyed hash of the whole token: no token stays in memory because of
 * it. HOT PATH (bench: get).
 */
export class TokenCache<T extends object> {
  private readonly salt = randomBytes(32).toString('base64');
  private readonly results: LRUCache<string, T>;

  /** @param size most tokens. */
  constructor(size: number) {
    this.results = new LRUCache({ max: size });
  }

  /** The cache key; the same for the same token. */
  keyOf(token: string): string {
    return hash('sha256', this.salt + token, 'base64');
  }

  get(key: string): T | undefined {
    return this.results.get(key);
  }

  put(key: string, value: T): void {
    this.results.set(key, value);
  }

  delete(key: string): void {
    this.results.delete(key);
  }
}
