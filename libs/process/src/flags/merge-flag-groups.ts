import type { FlagDefinition, FlagGroup } from './flag-definition.js';

/**
 * The flags of several commands as one list, for a launcher that takes them all: groups of one title become one, of two
 * flags with one name the first stays.
 */
export function mergeFlagGroups(...lists: readonly (readonly FlagGroup[])[]): readonly FlagGroup[] {
  const byTitle = new Map<string, FlagDefinition[]>();
  const seen = new Set<string>();
  for (const group of lists.flat()) {
    const flags = byTitle.get(group.title) ?? [];
    byTitle.set(group.title, flags);
    for (const flag of group.flags) {
      if (seen.has(flag.name)) continue;
      seen.add(flag.name);
      flags.push(flag);
    }
  }
  return [...byTitle].filter(([, flags]) => flags.length > 0).map(([title, flags]) => ({ title, flags }));
}
