import { ApiError } from '../status/api-error.js';

/** What a body may contain, apart from its size in bytes. Exceeding any is BadRequest. */
export interface CodecLimits {
  /** Levels of objects and lists inside each other. */
  readonly maxDepth: number;
  /** Members of all objects together, and, counted apart, items of all lists together. */
  readonly maxFields: number;
}

/**
 * Depth 512 is far more than any kind has, and recursion over it stays far from the end of the stack.
 * 100,000 fields: the CPU time of a write goes by the field. A body of 3 MiB could hold half a million tiny ones; the largest
 * object that is allowed to be stored (1 MiB of data) has fewer than this even with names and values of four bytes each.
 */
export const DEFAULT_CODEC_LIMITS: CodecLimits = { maxDepth: 512, maxFields: 100_000 };

export const tooDeep = (limits: CodecLimits): ApiError =>
  ApiError.badRequest(`the body is nested too deeply: at most ${limits.maxDepth} levels are read`);

export const tooManyFields = (limits: CodecLimits): ApiError =>
  ApiError.badRequest(`the body has too many fields: at most ${limits.maxFields} are read`);
