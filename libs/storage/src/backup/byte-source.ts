/** Reads bytes of a stream in pieces of given lengths. */
export class ByteSource {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private taken = 0;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** Bytes read so far. */
  get position(): number {
    return this.taken;
  }

  /** The next `length` bytes; fewer when the stream ends before. */
  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.rest.length === 0 && !(await this.refill())) break;
      const piece = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    this.taken += length - missing;
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async refill(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.chunks.next();
      if (done === true) return false;
      if (value.length === 0) continue;
      this.rest = value;
      return true;
    }
  }
}
