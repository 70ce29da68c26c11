/** Capacity that a buffer begins with. Unit: bytes. */
const FIRST_BYTES = 16 * 1024;

/**
 * Collects the bytes of a body in one buffer that grows. A body sent in chunks of one byte comes as millions of `Buffer` objects, each of
 * some hundred bytes beside the network buffer that it keeps alive: kept in a list, a body of 3 MB takes a gigabyte of memory.
 */
export class BodyBuffer {
  private bytes: Buffer | undefined;
  private used = 0;

  /** @param expectedBytes what the sender declares; memory is taken for bytes that have come, and not on its word. */
  constructor(private readonly expectedBytes = 0) {}

  /** Bytes collected. */
  get length(): number {
    return this.used;
  }

  /** @param chunk is kept as it is when it is the first, and copied otherwise. */
  append(chunk: Buffer): void {
    const length = this.used + chunk.length;
    if (this.used === 0) this.bytes = chunk;
    else {
      if (length > this.bytes!.length) this.grow(length);
      chunk.copy(this.bytes!, this.used);
    }
    this.used = length;
  }

  /** All bytes, shared with the buffer: nothing may be appended after that. */
  take(): Buffer {
    return this.bytes?.subarray(0, this.used) ?? Buffer.alloc(0);
  }

  private grow(neededBytes: number): void {
    const doubled = Math.max(FIRST_BYTES, 2 * neededBytes);
    // The last growth ends exactly at what was declared.
    const fits = this.expectedBytes >= neededBytes && this.expectedBytes <= doubled;
    // Memory of the pool where it is small: the body is gone before it could keep a pool alive for long.
    const grown = Buffer.allocUnsafe(fits ? this.expectedBytes : doubled);
    this.bytes!.copy(grown, 0, 0, this.used);
    this.bytes = grown;
  }
}
