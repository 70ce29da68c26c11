/** Small, so that a few long-lived values keep little memory alive. */
const SLAB_BYTES = 32 * 1_024;
/** Larger values get their own memory. */
const LARGE_BYTES = SLAB_BYTES / 4;

/**
 * Slab allocator: copies many values into few slabs, since an allocation per value would cost more than reading it. A slab is freed
 * when none of its values is referenced; in the worst case, one live value per slab, that is at most the size of all loaded values.
 */
export class ValueArena {
  private slab = Buffer.alloc(0);
  private used = 0;

  /** A lasting copy of `bytes`. */
  readonly keep = (bytes: Buffer): Buffer => {
    const length = bytes.length;
    if (length > LARGE_BYTES) {
      const own = Buffer.allocUnsafeSlow(length);
      own.set(bytes);
      return own;
    }
    if (this.used + length > this.slab.length) {
      this.slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.used = 0;
    }
    this.slab.set(bytes, this.used);
    const kept = this.slab.subarray(this.used, this.used + length);
    this.used += length;
    return kept;
  };
}
