import { ApiError } from '../status/api-error.js';
import type { CodecLimits } from './limits.js';

/** What a YAML body may contain, apart from its size in bytes. Exceeding any is BadRequest. */
export interface YamlLimits extends CodecLimits {
  /** Lexemes: each scalar, mark, comment, line break and run of spaces is one. CPU time goes by them: 3 to 10 µs each. */
  readonly maxLexemes: number;
  /** Characters of all texts together, those of an alias as often as it is used. */
  readonly maxTextCharacters: number;
}

/**
 * 20,000 fields: a field of YAML takes fifteen times the CPU time of one of JSON. They are some 160,000 lexemes as programs
 * write them; twice as many leave room for comments. Such a body takes a second of CPU time: it is no work for an event loop.
 */
export const DEFAULT_YAML_LIMITS: YamlLimits = {
  maxDepth: 512,
  maxFields: 20_000,
  maxLexemes: 320_000,
  maxTextCharacters: 4 << 20,
};

/** For what a person's own program reads from a file: all that fits into memory. */
export const FILE_YAML_LIMITS: YamlLimits = {
  maxDepth: 512,
  maxFields: 5_000_000,
  maxLexemes: 50_000_000,
  maxTextCharacters: 1 << 28,
};

/** A document may use this many aliases. */
export const MAX_ALIASES = 200;

export const tooMuchText = ({ maxTextCharacters }: YamlLimits): ApiError =>
  ApiError.badRequest(
    `the YAML body has more than ${maxTextCharacters} characters once aliases are replaced: send it as JSON`,
  );

export const tooManyAliases = (): ApiError =>
  ApiError.badRequest(`the body has too many aliases: at most ${MAX_ALIASES} are read`);
