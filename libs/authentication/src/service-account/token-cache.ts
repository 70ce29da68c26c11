import { hash, randomBytes } from 'node:crypto';

/**
 * Cache of results for recently used tokens, by a keyed hash of the whole token: no token stays in memory because of
 * it. Bounded: of two generations the older is dropped when the younger is full. HOT PATH (bench: get).
 */
export class TokenCache<T> {
  private readonly salt = randomBytes(32).toString('base64');
  private young = new Map<string, T>();
  private old = new Map<string, T>();

  /** @param size tokens per generation; at most twice as many are cached. */
  constructor(private readonly size: number) {}

  /** The cache key; the same for the same token. */
  keyOf(token: string): string {
    return hash('sha256', this.salt + token, 'base64');
  }

  get(key: string): T | undefined {
    const found = this.young.get(key);
    if (found !== undefined) return found;
    const kept = this.old.get(key);
    if (kept !== undefined) this.put(key, kept);
    return kept;
  }

  put(key: string, value: T): void {
    if (this.young.size >= this.size) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  delete(key: string): void {
    this.young.delete(key);
    this.old.delete(key);
  }
}
