import { createHash } from 'node:crypto';

import type { Stored } from '../storage.js';
import { encodeItem } from './item-bytes.js';

/** Counts items and sums up their keys, revisions and bytes: two stores with equal sums hold the same. */
export class ItemDigest {
  private readonly hash = createHash('sha256');
  private items = 0;

  get count(): number {
    return this.items;
  }

  add(item: Stored): void {
    this.items++;
    this.hash.update(encodeItem(item));
  }

  /** SHA-256, hexadecimal. To be asked for once, at the end. */
  sum(): string {
    return this.hash.digest('hex');
  }

  async *through(items: AsyncIterable<Stored>): AsyncGenerator<Stored> {
    for await (const item of items) {
      this.add(item);
      yield item;
    }
  }
}
