import { parseJsonPath, type JsonPath } from '@orch/apimachinery';
import { UserError } from '../user-error.js';

/** Parses a single path, with or without braces and leading dot, as in columns and `--sort-by`. @throws UserError. */
export const parseRelaxedPath = (source: string): JsonPath =>
  parseJsonPath(source, (message) => new UserError(message));
