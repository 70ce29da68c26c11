import { helpText, parseFlags, UsageError, type FlagGroup, type FlagValues } from '@orch/process';

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
  | { readonly help: string }
  | { readonly help: undefined; readonly values: FlagValues<G>; readonly argument: string };

/**
 * Reads a command line with flags and at most one argument.
 * @throws UsageError
 */
export function readStoreCommandLine<const G extends readonly FlagGroup[]>(
  head: CommandHead,
  groups: G,
  argv: readonly string[],
): StoreCommandLine<G> {
  const parsed = parseFlags(argv, groups, { env: process.env, allowOperands: true });
  if ('error' in parsed) throw new UsageError(parsed.error);
  const { command, argument: needed, optionalArgument } = head;
  const wanted = needed ?? optionalArgument;
  const shown = needed ?? (optionalArgument && `[${optionalArgument}]`);
  if (parsed.help)
    return { help: helpText({ ...head, command: shown === undefined ? command : `${command} ${shown}` }, groups) };
  const [argument, extra] = parsed.operands;
  if (wanted === undefined && argument !== undefined)
    throw new UsageError(`unexpected argument "${argument}": only flags are taken here, see --help`);
  if (needed !== undefined && argument === undefined)
    throw new UsageError(`which ${needed}? Write: ${command} [flags] ${needed}`);
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}": one ${wanted} is taken, see --help`);
  return { help: undefined, values: parsed.values, argument: argument ?? '' };
}
