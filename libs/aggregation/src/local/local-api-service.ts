import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { groupPriorities } from '@orch/discovery';
import type { Vocabulary } from '@orch/vocabulary';

/** How long an object is kept as this server wants it: only at the start, or always. */
export type Managed = 'onstart' | 'true';

/** Priorities of versions that are not those of their stage, by group name and version, as the other servers of this API have them. */
const VERSIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  core: { v1: 1 },
  autoscaling: { v2: 30, v2beta2: 1 },
  admissionregistration: { v1beta1: 12, v1alpha1: 9 },
  coordination: { v1beta1: 13, v1alpha2: 12 },
  batch: { v2alpha1: 9 },
  discovery: { v1beta1: 12 },
  flowcontrol: { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 },
  internal: { v1alpha1: 9 },
  resource: { v1: 21, v1beta2: 15 },
  storagemigration: { v1alpha1: 9 },
};
/** Of versions of custom resources: they are sorted by name. */
const CUSTOM_VERSION = 100;

const stagePriority = (version: string): number => {
  if (version.includes('alpha')) return 1;
  return version.includes('beta') ? 9 : 15;
};

/** The APIServices of the group versions of some kinds, by name. APIServices themselves have none. */
export function localApiServices(
  kinds: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
  managed: Managed,
): Map<string, ApiObject> {
  const { apiregistration } = vocabulary.groups;
  const folders = new Map(Object.entries(vocabulary.groups).map(([folder, group]) => [group, folder]));
  const groupPriority = groupPriorities(vocabulary);
  const objects = new Map<string, ApiObject>();
  for (const { gvr } of kinds) {
    const { group, version } = gvr;
    const name = `${version}.${group}`;
    if (group === apiregistration || objects.has(name)) continue;
    const own = VERSIONS[folders.get(group) ?? '']?.[version] ?? stagePriority(version);
    objects.set(name, {
      apiVersion: `${apiregistration}/v1`,
      kind: 'APIService',
      metadata: { name, labels: { [vocabulary.labels.automanaged]: managed } },
      spec: {
        ...(group === '' ? {} : { group }),
        version,
        groupPriorityMinimum: groupPriority(group),
        versionPriority: managed === 'true' ? CUSTOM_VERSION : own,
      },
    });
  }
  return objects;
}
