/** Bytes of encoded lists that wait to be sent, of all requests together. */
const LIMIT_BYTES = 64 * 1_024 * 1_024;

/** Bounds the pieces that are kept in memory until they are sent. */
export class KeptPieces {
  private bytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Whether a piece of `bytes` may be kept; then it is released once. */
  keep(bytes: number): boolean {
    if (this.bytes + bytes > this.limitBytes) return false;
    this.bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.bytes -= bytes;
  }

  /** Bytes kept now. */
  get size(): number {
    return this.bytes;
  }
}

/** Of this process. */
export const keptPieces = new KeptPieces(LIMIT_BYTES);
