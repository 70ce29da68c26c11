import type { Resource } from '../api/resource';

export interface Section {
  readonly title: string;
  readonly resources: readonly Resource[];
}

/** The first part of the group's name, or the kind itself for the core group: groups are named differently in each vocabulary. */
const PLACES: readonly {
  readonly title: string;
  readonly groups: readonly string[];
  readonly core: readonly string[];
}[] = [
  {
    title: 'Workloads',
    groups: ['apps', 'batch', 'autoscaling', 'policy'],
    core: ['pods', 'replicationcontrollers', 'podtemplates'],
  },
  { title: 'Network', groups: ['networking', 'discovery'], core: ['services', 'endpoints'] },
  { title: 'Configuration', groups: [], core: ['configmaps', 'secrets', 'resourcequotas', 'limitranges'] },
  { title: 'Storage', groups: ['storage'], core: ['persistentvolumeclaims', 'persistentvolumes'] },
  { title: 'Access', groups: ['rbac', 'certificates'], core: ['serviceaccounts'] },
  {
    title: 'Cluster',
    groups: ['coordination', 'events', 'node', 'scheduling', 'resource'],
    core: ['namespaces', 'nodes', 'events', 'componentstatuses'],
  },
  {
    title: 'API',
    groups: ['admissionregistration', 'apiextensions', 'apiregistration', 'flowcontrol', 'storagemigration'],
    core: [],
  },
];

const BUILT_IN_GROUP = /^(apps|batch|autoscaling|policy|[a-z.]+\.(k8s|orch)\.io)$/;

function placeOf({ group, resource }: Resource): string {
  if (group === '') return PLACES.find(({ core }) => core.includes(resource))?.title ?? 'Cluster';
  if (!BUILT_IN_GROUP.test(group)) return group;
  const first = group.split('.')[0] ?? '';
  return PLACES.find(({ groups }) => groups.includes(first))?.title ?? group;
}

/**
 * Kinds that can be listed, by what they are for; those of other groups follow, each group in a section of its own.
 * Events are served in two groups: the core one is shown.
 */
export function sectionsOf(resources: readonly Resource[]): Section[] {
  const sections = new Map<string, Resource[]>(PLACES.map(({ title }) => [title, []]));
  for (const resource of resources) {
    if (!resource.verbs.includes('list') || (resource.resource === 'events' && resource.group !== '')) continue;
    const title = placeOf(resource);
    const section = sections.get(title) ?? [];
    section.push(resource);
    sections.set(title, section);
  }
  return [...sections]
    .filter(([, found]) => found.length > 0)
    .map(([title, found]) => ({ title, resources: found.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)) }));
}

/** `PodDisruptionBudget` as "Pod Disruption Budgets"; words the kind has in capitals stay together. */
export function titleOf({ kind, resource }: Pick<Resource, 'kind' | 'resource'>): string {
  const words = kind.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  if (resource === kind.toLowerCase()) return words;
  if (/[^aeiou]y$/.test(words)) return `${words.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(words) ? `${words}es` : `${words}s`;
}
