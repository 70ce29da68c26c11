import type { FlagDefinition, FlagGroup, FlagValue } from '@orch/process';

/**
 * The command line that gives a program the values it knows among `values`: only those in `given`, so that the rest keep
 * the program's own defaults.
 */
export function flagArguments(
  groups: readonly FlagGroup[],
  values: Readonly<Record<string, FlagValue>>,
  given: ReadonlySet<string>,
): readonly string[] {
  return groups
    .flatMap((group) => group.flags)
    .filter((flag) => given.has(flag.name))
    .flatMap((flag) => argumentsOf(flag, values[flag.name]));
}

function argumentsOf(flag: FlagDefinition, value: FlagValue): readonly string[] {
  if (value === undefined) return [];
  if (flag.type === 'duration') return [`--${flag.name}=${value as number}ms`];
  if (!Array.isArray(value)) return [`--${flag.name}=${value as string | number | boolean}`];
  return value.length === 0 ? [`--${flag.name}=`] : value.map((item: string) => `--${flag.name}=${item}`);
}
