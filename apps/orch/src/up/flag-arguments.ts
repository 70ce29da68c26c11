import type { FlagDefinition, FlagGroup, FlagValue } from '@orch/process';
import type { Member } from './child.js';

/** Arguments of a program: for its command line, and those with a password, which are passed hidden. */
type FlagArguments = Required<Pick<Member, 'args' | 'hiddenArgs'>>;

/**
 * Command line arguments for the flags of a program: only those in `given`, so that all others have the program's
 * defaults.
 */
export function flagArguments(
  groups: readonly FlagGroup[],
  values: Readonly<Record<string, FlagValue>>,
  given: ReadonlySet<string>,
): FlagArguments {
  const flags = groups.flatMap((group) => group.flags).filter((flag) => given.has(flag.name));
  const argumentsWhere = (isSecret: boolean): readonly string[] =>
    flags.filter(({ secret = false }) => secret === isSecret).flatMap((flag) => argumentsOf(flag, values[flag.name]));
  return { args: argumentsWhere(false), hiddenArgs: argumentsWhere(true) };
}

function argumentsOf(flag: FlagDefinition, value: FlagValue): readonly string[] {
  if (value === undefined) return [];
  if (flag.type === 'duration') return [`--${flag.name}=${value as number}ms`];
  if (!Array.isArray(value)) return [`--${flag.name}=${value as string | number | boolean}`];
  return value.length === 0 ? [`--${flag.name}=`] : value.map((item: string) => `--${flag.name}=${item}`);
}
