import type { GroupName, Vocabulary } from '@orch/vocabulary';

/** Priorities of the built-in groups: clients prefer the first group that has a resource of the requested name. */
const GROUPS: ReadonlyMap<GroupName, number> = new Map([
  ['apiregistration', 20_001], // before all others, whose priorities end at 20,000
  ['core', 18_000],
  ['apps', 17_800],
  ['events', 17_750],
  ['authentication', 17_700],
  ['authorization', 17_600],
  ['autoscaling', 17_500],
  ['batch', 17_400],
  ['certificates', 17_300],
  ['networking', 17_200],
  ['policy', 17_100],
  ['rbac', 17_000],
  ['storage', 16_800],
  ['admissionregistration', 16_700],
  ['apiextensions', 16_700],
  ['scheduling', 16_600],
  ['coordination', 16_500],
  ['node', 16_300],
  ['discovery', 16_200],
  ['resource', 16_200],
  ['flowcontrol', 16_100],
  ['internal', 16_000],
  ['storagemigration', 15_800],
]);

/** Of groups of custom resources, and of those that are not listed. */
const OTHER_GROUP = 1_000;

/** Priorities of the groups that this server serves, by name. */
export function groupPriorities({ groups }: Vocabulary): (group: string) => number {
  const byName = new Map([...GROUPS].map(([name, priority]) => [groups[name], priority]));
  return (group) => byName.get(group) ?? OTHER_GROUP;
}
