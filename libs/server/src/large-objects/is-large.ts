import { hasManyMembers } from '@orch/apimachinery';

/** An object of this size is large even if it is one text: decoding, comparing and encoding it take up to 20 ms of CPU time. */
const LARGE_BYTES = 512 * 1_024;

/**
 * Whether an object is large: work on it would block the event loop.
 * @param bytes its JSON.
 * @param members threshold of members, or of list items.
 */
export const isLarge = (bytes: Uint8Array, members: number): boolean =>
  bytes.length >= LARGE_BYTES || hasManyMembers(bytes, members);
