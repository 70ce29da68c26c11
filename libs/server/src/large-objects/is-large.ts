import { hasManyMembers, WorkLimit } from '@orch/apimachinery';

/** Members of objects, or items of lists, from which an object is large: its write takes 20 ms of CPU time or more. */
export const LARGE_MEMBERS = 3_000;
/** An object of this size is large even if it is one text: decoding, comparing and encoding it take up to 20 ms of CPU time. */
const LARGE_BYTES = 512 * 1_024;
/** Checks of a schema, or other work of a small object, that take as long. */
const LARGE_CHECKS = 12_500;

/**
 * Whether an object is large: work on it would block the event loop.
 * @param bytes its JSON.
 * @param members threshold of members, or of list items.
 */
export const isLarge = (bytes: Uint8Array, members: number): boolean =>
  bytes.length >= LARGE_BYTES || hasManyMembers(bytes, members);

/** Of a small object on the event loop: it is as much as a large one takes. */
export const smallWorkLimit = (members: number): WorkLimit =>
  new WorkLimit({ checks: LARGE_CHECKS, members, bytes: LARGE_BYTES });
