import { processMemoryBytes } from '@orch/process';

/** Default limit of a budget: a share of the memory of the process, up to a maximum. */
const MEMORY_SHARE = 1 / 16;
const MAX_BYTES = 256 * 1_024 * 1_024;

/** A memory limit shared by several holders, which take and release bytes. */
export class ByteBudget {
  private held = 0;

  /** @param limit default: a sixteenth of the memory of the process, at most 256 MiB. */
  constructor(private readonly limit: number = Math.min(processMemoryBytes() * MEMORY_SHARE, MAX_BYTES)) {}

  /** False when fewer bytes are left; then nothing is taken. */
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
