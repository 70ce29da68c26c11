import { UserError } from '../user-error.js';

export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

/**
 * The format of `-o`.
 * @param described formats with a description of their own, which the message names too. Default: none.
 * @throws UserError for an unknown format, or one that the command does not have.
 */
export function outputFormat(
  text: string | undefined,
  known: readonly OutputFormat[],
  described: readonly string[] = [],
): OutputFormat {
  if (text === undefined) return 'table';
  const format = known.find((candidate) => candidate === text);
  if (format && format !== 'table') return format;
  const names = [...known.filter((candidate) => candidate !== 'table'), ...described].join(', ');
  throw new UserError(`-o ${text}: unknown output format, use one of ${names}`);
}
