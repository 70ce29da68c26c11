import { ApiError } from '@orch/apimachinery';
import { indentedPieces } from './indented-pieces.js';

/**
 * Bytes of a document that is made as a whole. Where lines have the indentation of their depth, a document of a megabyte would take gigabytes of
 * memory at the depth that bodies may have.
 */
const MAX_DOCUMENT_BYTES = 64 * 1_024 * 1_024;

/** A document that is longer than its content, in one. @throws ApiError RequestEntityTooLarge. */
export function wholeDocument(pieces: Iterable<Buffer>): Buffer {
  const collected: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    if (length > MAX_DOCUMENT_BYTES)
      throw ApiError.tooLarge(
        `the answer has more than ${MAX_DOCUMENT_BYTES} bytes: request it as JSON that is not indented`,
      );
    collected.push(piece);
  }
  return Buffer.concat(collected, length);
}

/** Indented JSON. @throws ApiError RequestEntityTooLarge. */
export const indented = (bytes: Buffer): Buffer => wholeDocument(indentedPieces([bytes]));
