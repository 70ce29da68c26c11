import { UserError } from '../user-error.js';

export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

/** What `-o` says. @throws UserError for what is not known, or not meant for this command. */
export function outputFormat(text: string | undefined, known: readonly OutputFormat[]): OutputFormat {
  if (text === undefined) return 'table';
  const format = known.find((candidate) => candidate === text);
  if (format && format !== 'table') return format;
  const names = known.filter((candidate) => candidate !== 'table').join(', ');
  throw new UserError(`-o ${text}: unknown output format, use one of ${names}`);
}
