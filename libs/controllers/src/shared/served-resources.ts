import { apiVersionOf, errorMessage, parseApiVersion, type GroupVersion } from '@orch/apimachinery';
import type { Client, ResourceType } from '@orch/client';

type Discovery = Pick<Client['discovery'], 'groups' | 'coreVersions' | 'resources'>;
type Answer = Awaited<ReturnType<Discovery['resources']>>;

/** One resource that is served, in the version its group prefers. */
export interface ServedResource extends ResourceType {
  readonly verbs: readonly string[];
}

/** What the server serves. */
export interface ServedResources {
  /** Each resource once; no sub-resources. */
  readonly resources: readonly ServedResource[];
  /** Group versions whose discovery failed, with the reason: their resources are unknown. */
  readonly failures: readonly { readonly groupVersion: string; readonly message: string }[];
  /** Group versions whose name cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Reads discovery from the server, without a cache: includes kinds added a moment ago. The failure of one group is reported and
 * does not hide the others. Rejects when the list of groups cannot be read.
 */
export async function servedResources(discovery: Discovery, signal: AbortSignal): Promise<ServedResources> {
  const found = new Map<string, ServedResource>();
  const failures: ServedResources['failures'][number][] = [];
  const { versions, unreadable } = await servedVersions(discovery);
  for (const gv of versions) {
    signal.throwIfAborted();
    try {
      for (const resource of wholeResources(gv, await discovery.resources(gv, { fresh: true })))
        addOnce(found, resource);
    } catch (err) {
      // An unavailable aggregated API server must not hide the other groups.
      const message = errorMessage(err);
      failures.push({ groupVersion: apiVersionOf(gv), message });
    }
  }
  return { resources: [...found.values()], failures, unreadable };
}

/** Versions to discover; the preferred version of each group first, so that it takes precedence. */
async function servedVersions(discovery: Discovery): Promise<{ versions: GroupVersion[]; unreadable: string[] }> {
  const [core, groups] = await Promise.all([discovery.coreVersions(), discovery.groups()]);
  const names = [...core];
  for (const group of groups) {
    const preferred = group.preferredVersion?.groupVersion;
    if (preferred !== undefined) names.push(preferred);
    names.push(...(group.versions ?? []).map((version) => version.groupVersion).filter((name) => name !== preferred));
  }
  const versions: GroupVersion[] = [];
  const unreadable: string[] = [];
  for (const name of names) {
    const gv = parseApiVersion(name);
    if (gv) versions.push(gv);
    else unreadable.push(name);
  }
  return { versions, unreadable };
}

function* wholeResources(gv: GroupVersion, resources: Answer): Iterable<ServedResource> {
  for (const { name, namespaced, kind, verbs } of resources) {
    if (!name.includes('/')) yield { ...gv, resource: name, kind, namespaced, verbs };
  }
}

function addOnce(found: Map<string, ServedResource>, resource: ServedResource): void {
  const key = `${resource.resource}.${resource.group}`;
  if (!found.has(key)) found.set(key, resource);
}
