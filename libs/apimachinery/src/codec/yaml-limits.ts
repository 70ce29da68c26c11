import { ApiError } from '../status/api-error.js';
import type { CodecLimits } from './limits.js';

/** Limits of a YAML body, in addition to its size in bytes. Exceeding any is BadRequest. */
export interface YamlLimits extends CodecLimits {
  /** Lexemes: each scalar, indicator, comment, line break and run of spaces is one. CPU time is 3 to 10 µs per lexeme. */
  readonly maxLexemes: number;
  /** Total characters of all strings; an aliased value counts each time. */
  readonly maxTextCharacters: number;
}

/**
 * 20,000 fields: a field of YAML takes fifteen times the CPU time of one of JSON. Generated YAML has some 160,000 lexemes for
 * them; twice as many leave room for comments. Such a body takes a second of CPU time: do not decode it on the event loop.
 */
export const DEFAULT_YAML_LIMITS: YamlLimits = {
  maxDepth: 512,
  maxFields: 20_000,
  maxLexemes: 320_000,
  maxTextCharacters: 4 << 20,
};

/** For local files read by the user's own program: only memory is the limit. */
export const FILE_YAML_LIMITS: YamlLimits = {
  maxDepth: 512,
  maxFields: 5_000_000,
  maxLexemes: 50_000_000,
  maxTextCharacters: 1 << 28,
};

/** Maximum number of aliases per document. */
export const MAX_ALIASES = 200;

export const tooMuchText = ({ maxTextCharacters }: YamlLimits): ApiError =>
  ApiError.badRequest(
    `the YAML body has more than ${maxTextCharacters} characters once aliases are replaced: send it as JSON`,
  );

export const tooManyAliases = (): ApiError =>
  ApiError.badRequest(`the body has too many aliases: at most ${MAX_ALIASES} are read`);
