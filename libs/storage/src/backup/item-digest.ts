import { createHash } from 'node:crypto';

import type { Stored } from '../storage.js';
import { encodeItem } from './item-bytes.js';

/** Counts items and hashes their keys, revisions and values: stores with equal digests have equal content. */
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

  /** SHA-256, hexadecimal. Call it once, at the end. */
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
