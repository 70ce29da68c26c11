import type { FlagDefinition, FlagGroup } from './flag-definition.js';
import { nearestName } from './nearest-name.js';

/** Flags by name, in the order of their definitions. */
export type FlagIndex = ReadonlyMap<string, FlagDefinition>;

/** @throws Error when two definitions share a name: a bug, not a user error. */
export function indexFlags(groups: readonly FlagGroup[]): FlagIndex {
  const flags = new Map<string, FlagDefinition>();
  for (const flag of groups.flatMap((group) => group.flags)) {
    if (flags.has(flag.name)) throw new Error(`flag --${flag.name} is defined twice`);
    flags.set(flag.name, flag);
  }
  return flags;
}

/**
 * The end of an error about an unknown name: `, did you mean --secure-port?`. Hidden flags are not suggested; empty when
 * there are no others.
 * @param dashes what precedes the suggested name.
 */
export function suggestion(name: string, flags: FlagIndex, dashes: '--' | ''): string {
  const shown = [...flags.values()].filter((flag) => !flag.hidden).map((flag) => flag.name);
  const nearest = nearestName(name.replaceAll('_', '-'), shown);
  return nearest === undefined ? '' : `, did you mean ${dashes}${nearest}?`;
}
