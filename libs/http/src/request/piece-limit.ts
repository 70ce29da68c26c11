import { ApiError } from '@orch/apimachinery';

/** This number of pieces may have any size. */
export const FREE_PIECES = 1_000;
/** Required average size of further pieces: shorter than the lines of a usual manifest, which some clients send as a chunk each. */
const PIECE_BYTES = 16;
/** What a slow program writes may come in small pieces for as long as it takes, but not many at a time. Unit: milliseconds. */
const WINDOW_MS = 1_000;

/** The error for a body in pieces that are too small. */
export const tooManyPieces = (): ApiError =>
  ApiError.badRequest(
    `the request body comes in too many small chunks at a time: send chunks of at least ${PIECE_BYTES} bytes`,
  );

/**
 * Counts the pieces of one body. Each chunk of HTTP/1.1 and each DATA frame of HTTP/2 is an event, and one read may have 10,000 of them: a body of single bytes
 * would block the event loop.
 */
export class PieceLimit {
  private pieces = 0;
  private bytes = 0;
  private sinceMs = performance.now();

  /** Counts a piece of that length. @returns whether too many small ones came within a second. */
  isExceededBy(pieceBytes: number): boolean {
    this.bytes += pieceBytes;
    if (++this.pieces <= FREE_PIECES + this.bytes / PIECE_BYTES) return false;
    const nowMs = performance.now();
    if (nowMs - this.sinceMs < WINDOW_MS) return true;
    [this.pieces, this.bytes, this.sinceMs] = [0, 0, nowMs];
    return false;
  }
}
