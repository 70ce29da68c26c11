import { ApiError, apiVersionOf, parseApiVersion, type GroupVersion } from '@orch/apimachinery';
import type { Client } from '@orch/client';
import type { ContentDiscovery, DeletableResource, ServedContent } from './namespace-content.js';

type Discovery = Client['discovery'];
type Failure = ServedContent['failures'][number];
type Served = Awaited<ReturnType<Discovery['resources']>>[number];

/** Asks the API's own discovery anew each time: a kind that was added a moment ago must be emptied too. */
export class ClientContentDiscovery implements ContentDiscovery {
  constructor(private readonly discovery: Pick<Discovery, 'groups' | 'coreVersions' | 'resources'>) {}

  async served(signal: AbortSignal): Promise<ServedContent> {
    const found = new Map<string, DeletableResource>();
    const failures: Failure[] = [];
    const { versions, unreadable } = await this.versions();
    for (const gv of versions) {
      signal.throwIfAborted();
      const answer = await this.resources(gv);
      if ('message' in answer) failures.push(answer);
      else for (const resource of deletable(gv, answer.resources)) addOnce(found, resource);
    }
    return { resources: [...found.values()], failures, unreadable };
  }

  /** Versions in which to ask; the preferred one of each group first, so that it wins. */
  private async versions(): Promise<{ versions: GroupVersion[]; unreadable: string[] }> {
    const [core, groups] = await Promise.all([this.discovery.coreVersions(), this.discovery.groups()]);
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

  private async resources(gv: GroupVersion): Promise<{ resources: readonly Served[] } | Failure> {
    try {
      return { resources: await this.discovery.resources(gv, { fresh: true }) };
    } catch (err) {
      // One group that cannot be asked (its server is away) must not keep the others from being emptied.
      const message = err instanceof ApiError || err instanceof Error ? err.message : String(err);
      return { groupVersion: apiVersionOf(gv), message };
    }
  }
}

function* deletable(gv: GroupVersion, resources: readonly Served[]): Iterable<DeletableResource> {
  for (const { name, namespaced, verbs } of resources) {
    if (!namespaced || name.includes('/') || !verbs.includes('list') || !verbs.includes('delete')) continue;
    yield { ...gv, resource: name, deletesCollection: verbs.includes('deletecollection') };
  }
}

function addOnce(found: Map<string, DeletableResource>, resource: DeletableResource): void {
  const key = `${resource.resource}.${resource.group}`;
  if (!found.has(key)) found.set(key, resource);
}
