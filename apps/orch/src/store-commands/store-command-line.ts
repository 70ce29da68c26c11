import { helpText, parseFlags, UsageError, type FlagDefinition, type FlagGroup, type FlagValues } from '@orch/process';

/** Name and summary of a store command, for its help and its errors. */
export interface CommandHead {
  /** As typed: `orch backup`. */
  readonly command: string;
  readonly summary: string;
  /** Name of its required argument, as in the help text: `FILE`. */
  readonly argument?: string;
  /** Name of its optional argument; when it is absent the argument is empty. */
  readonly optionalArgument?: string;
}

/** `help`: the help text, when the user requested it. */
export type StoreCommandLine<G extends readonly FlagGroup[]> =
  { readonly help: string } | { readonly help: undefined; readonly values: FlagValues<G>; readonly argument: string };

/**
 * Reads a command line with flags and at most one argument.
 * @throws UsageError
 */
export function readStoreCommandLine<const G extends readonly FlagGroup[]>(
  head: CommandHead,
  groups: G,
  argv: readonly string[],
): StoreCommandLine<G> {
  const { flags, others } = splitArguments(argv, groups);
  const parsed = parseFlags(flags, groups, { env: process.env });
  if ('error' in parsed) throw new UsageError(parsed.error);
  const { command, argument: needed, optionalArgument } = head;
  const wanted = needed ?? optionalArgument;
  const shown = needed ?? (optionalArgument && `[${optionalArgument}]`);
  if (parsed.help)
    return { help: helpText({ ...head, command: shown === undefined ? command : `${command} ${shown}` }, groups) };
  const [argument, extra] = others;
  if (wanted === undefined && argument !== undefined)
    throw new UsageError(`unexpected argument "${argument}": only flags are taken here, see --help`);
  if (needed !== undefined && argument === undefined)
    throw new UsageError(`which ${needed}? Write: ${command} [flags] ${needed}`);
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}": one ${wanted} is taken, see --help`);
  return { help: undefined, values: parsed.values, argument: argument ?? '' };
}

/** Separates flags and their values from other arguments. */
function splitArguments(
  argv: readonly string[],
  groups: readonly FlagGroup[],
): { readonly flags: readonly string[]; readonly others: readonly string[] } {
  const withValue = new Set(groups.flatMap((group) => group.flags.filter(takesNext).map(({ name }) => `--${name}`)));
  const flags: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? '';
    if (argument === '-' || !argument.startsWith('-')) {
      others.push(argument);
      continue;
    }
    flags.push(argument);
    const next = argv[at + 1];
    if (withValue.has(argument.replaceAll('_', '-')) && next !== undefined) {
      flags.push(next);
      at++;
    }
  }
  return { flags, others };
}

const takesNext = (flag: FlagDefinition): boolean => flag.type !== 'bool';
