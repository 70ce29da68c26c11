/** Initial capacity of a buffer. Unit: bytes. */
const FIRST_BYTES = 16 * 1024;

/**
 * Collects the bytes of a body in one growing buffer. A body sent in chunks of one byte arrives as millions of `Buffer`
 * objects, each of some hundred bytes in addition to the network buffer that it references: in a list, a body of 3 MB
 * would take a gigabyte of memory.
 */
export class BodyBuffer {
  private bytes: Buffer | undefined;
  private used = 0;

  /** @param expectedBytes the declared length; memory is allocated for received bytes only. */
  constructor(private readonly expectedBytes = 0) {}

  /** Bytes collected. */
  get length(): number {
    return this.used;
  }

  /** @param chunk used without a copy when it is the first. */
  append(chunk: Buffer): void {
    const length = this.used + chunk.length;
    if (this.used === 0) this.bytes = chunk;
    else {
      if (length > this.bytes!.length) this.grow(length);
      chunk.copy(this.bytes!, this.used);
    }
    this.used = length;
  }

  /** All bytes, which this no longer holds: do not append afterwards. */
  take(): Buffer {
    const { bytes } = this;
    this.bytes = undefined;
    return bytes?.subarray(0, this.used) ?? Buffer.alloc(0);
  }

  private grow(neededBytes: number): void {
    const doubled = Math.max(FIRST_BYTES, 2 * neededBytes);
    // The last growth has exactly the declared length.
    const fits = this.expectedBytes >= neededBytes && this.expectedBytes <= doubled;
    // Small buffers come from the pool, which the short-lived body does not keep alive for long.
    const grown = Buffer.allocUnsafe(fits ? this.expectedBytes : doubled);
    this.bytes!.copy(grown, 0, 0, this.used);
    this.bytes = grown;
  }
}
