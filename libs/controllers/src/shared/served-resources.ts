import { ApiError, apiVersionOf, parseApiVersion, type GroupVersion } from '@orch/apimachinery';
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
  /** Group versions that could not be asked, with the reason: what lies in them is unknown. */
  readonly failures: readonly { readonly groupVersion: string; readonly message: string }[];
  /** Group versions whose name cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Asks the API's own discovery anew: a kind that was added a moment ago is there too. The failure of one group is told and hides
 * no other. Rejects when the groups themselves cannot be asked for.
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
      // One group that cannot be asked (its server is away) must not hide the others.
      const message = err instanceof ApiError || err instanceof Error ? err.message : String(err);
      failures.push({ groupVersion: apiVersionOf(gv), message });
    }
  }
  return { resources: [...found.values()], failures, unreadable };
}

/** Versions in which to ask; the preferred one of each group first, so that it wins. */
async function servedVersions(discovery: Discovery): Promise<{ versions: GroupVersion[]; unreadable: string[] }> {
  const [core, groups] = await Promise.all([discovery.coreVersions(), discovery.groups()]);
  const names = [...core];
  for (const group of groups) {
    const preferred = group.preferredVersion?.groupVersion;
    if (preferred !== undefined) names.push(preferred);
    names.push(...group.versions.map((version) => version.groupVersion).filter((name) => name !== preferred));
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
