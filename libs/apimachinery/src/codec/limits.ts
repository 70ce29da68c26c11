import { ApiError } from '../status/api-error.js';

/** Limits of a body, in addition to its size in bytes. Exceeding any is BadRequest. */
export interface CodecLimits {
  /** Nesting depth of objects and lists. */
  readonly maxDepth: number;
  /** Total object members; also the limit of total list items, counted separately. */
  readonly maxFields: number;
}

/**
 * Depth 512 is far more than any kind needs, and safe for recursion.
 * 100,000 fields: the CPU time of a write is proportional to its fields. A body of 3 MiB could hold half a million tiny ones; the largest
 * storable object (1 MiB of data) has fewer than this even with names and values of four bytes each.
 */
export const DEFAULT_CODEC_LIMITS: CodecLimits = { maxDepth: 512, maxFields: 100_000 };

export const tooDeep = (limits: CodecLimits): ApiError =>
  ApiError.badRequest(`the body is nested too deeply: at most ${limits.maxDepth} levels are read`);

export const tooManyFields = (limits: CodecLimits): ApiError =>
  ApiError.badRequest(`the body has too many fields: at most ${limits.maxFields} are read`);
