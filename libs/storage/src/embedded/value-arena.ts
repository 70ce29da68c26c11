/** Small, so that a few values that live on hold little else alive. */
const SLAB_BYTES = 32 * 1_024;
/** Values above this get memory of their own. */
const LARGE_BYTES = SLAB_BYTES / 4;

/**
 * Copies many values into few pieces of memory: an allocation for each would cost more than reading them. A piece is freed when
 * none of its values is held any more; even if of each piece one value lives on, that is at most what was loaded once more.
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
