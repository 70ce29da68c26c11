/** Writes that are expected to take long after one that did. Unit: writes. */
const EXPECTED = 100;

/**
 * Whether writes of a kind take long, however small their objects are. After one that did, the next hundred are expected to; then it is found
 * out again, since another object may have been the reason.
 */
export class LongWrites {
  private expected = 0;

  /** A write took long. */
  found(): void {
    this.expected = EXPECTED;
  }

  /** Whether the next write is expected to. Each call is for another write. */
  next(): boolean {
    if (this.expected === 0) return false;
    this.expected--;
    return true;
  }
}
