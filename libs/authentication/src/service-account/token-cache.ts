import type { Requester } from '@orch/http';
import { LRUCache } from 'lru-cache';
import { TokenHashes } from '../token-hashes.js';

/** Default bound of the sizes of results. */
const CACHE_BYTES = 32 * 1_048_576;

/**
 * LRU cache of results for recently used tokens, bounded by number and size, by a keyed hash of the whole token: no token stays in memory because of
 * it. HOT PATH (bench: get).
 */
export class TokenCache<T extends object> {
  private readonly hashes = new TokenHashes();
  private readonly results: LRUCache<string, T>;

  /** @param size most tokens. @param bytes most bytes of their results; a larger result is not cached. */
  constructor(size: number, bytes = CACHE_BYTES) {
    this.results = new LRUCache({ max: size, maxSize: bytes });
  }

  /** The cache key; the same for the same token. @param requester the request with the token. */
  keyOf(token: string, requester?: Requester): string {
    return this.hashes.of(token, requester);
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
