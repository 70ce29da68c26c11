import { commandError } from '../run/command-error.js';
import { UsageError } from '../run/usage-error.js';
import { readConfigFile } from './config-file.js';
import { HIDDEN_ARGUMENTS_ENVIRONMENT, hiddenArguments } from './hidden-arguments.js';
import type { FlagGroup } from './flag-definition.js';
import { helpText, type HelpHead } from './help-text.js';
import { parseFlags, type ParsedFlags } from './parse-flags.js';

/** Flag groups and sources of a process. */
export interface CommandLine<G extends readonly FlagGroup[]> extends HelpHead {
  readonly groups: G;
  /** Default: the arguments of this process. */
  readonly argv?: readonly string[];
  /** Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads flags, hidden arguments of a launcher, environment and the `--config` file. Accesses only that file.
 * @returns the values; `help` is set when the user asked for it (then the file is not read).
 * @throws UsageError with the one line to show.
 */
export function readFlags<const G extends readonly FlagGroup[]>(line: CommandLine<G>): ParsedFlags<G> {
  const env = line.env ?? process.env;
  const argv = [...hiddenArguments(env), ...(line.argv ?? process.argv.slice(2))];
  const fromArguments = orThrow(parseFlags(argv, line.groups, { env }));
  const path = (fromArguments.values as Readonly<Record<string, unknown>>)['config'];
  if (fromArguments.help || typeof path !== 'string') return fromArguments;
  return orThrow(parseFlags(argv, line.groups, { env, file: { path, content: readConfigFile(path) } }));
}

/**
 * {@link readFlags} for a `main.ts`: prints help and ends with status 0, prints what is wrong and ends with status 2, prints
 * warnings to standard error and goes on.
 */
export function readFlagsOrExit<const G extends readonly FlagGroup[]>(line: CommandLine<G>): ParsedFlags<G> {
  try {
    const parsed = readFlags(line);
    delete process.env[HIDDEN_ARGUMENTS_ENVIRONMENT]; // not for the processes that this one starts
    if (parsed.help) {
      process.stdout.write(helpText(line, line.groups));
      process.exit(0);
    }
    for (const warning of parsed.warnings) process.stderr.write(`Warning: ${warning}\n`);
    return parsed;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(commandError(line.command, error.message));
    process.exit(2);
  }
}

function orThrow<P extends object>(result: P | { readonly error: string }): P {
  if ('error' in result) throw new UsageError(result.error);
  return result;
}
