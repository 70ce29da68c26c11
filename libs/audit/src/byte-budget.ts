import { processMemoryBytes } from '@orch/process';

/** Share of the memory of the process, and the most of it, for one purpose of audit. */
const MEMORY_SHARE = 1 / 16;
const MAX_BYTES = 256 * 1_024 * 1_024;

/** Bytes that may be held for one purpose; each holder takes from it and gives back. */
export class ByteBudget {
  private held = 0;

  /** @param limit default: a sixteenth of the memory of the process, at most 256 MiB. */
  constructor(private readonly limit: number = Math.min(processMemoryBytes() * MEMORY_SHARE, MAX_BYTES)) {}

  /** False when so many are not left; then nothing is taken. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.limit) return false;
    this.held += bytes;
    return true;
  }

  /** @param bytes that were taken. */
  giveBack(bytes: number): void {
    this.held -= bytes;
  }
}
