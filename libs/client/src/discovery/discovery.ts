import { ApiError, apiVersionOf, type Clock, type GroupVersion, type GroupVersionKind } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { TransportError } from '../errors/transport-error.js';
import { groupVersionPath } from '../resource/resource-path.js';
import type { ResourceType } from '../resource/resource-type.js';
import type { Transport } from '../transport/transport.js';
import { coreVersionsShape, groupsShape, orAggregated, resourcesShape } from './discovery-shapes.js';
import { aggregatedAccept, isAggregatedDocument, readAggregatedDocument } from './aggregated-document.js';
import type { ApiResource, ServedVersion, VersionedResource } from './served-version.js';

export interface ApiGroup {
  readonly name: string;
  /** Null or absent: none. */
  readonly versions?: readonly { readonly groupVersion: string; readonly version: string }[] | null;
  readonly preferredVersion?: { readonly groupVersion: string; readonly version: string };
}

/** What {@link Discovery.find} looks for. */
interface SoughtResource {
  readonly group: string;
  /** Default: any. */
  readonly version?: string | undefined;
  readonly resource: string;
}

/** As a server writes it: lists without entries may be null. */
type SentResource = Omit<ApiResource, 'verbs'> & { readonly verbs?: readonly string[] | null };

/** Maximum length of the resources of one group version, which another server may have written. Those of this server take some hundred KiB. */
const MAX_RESOURCES_BYTES = 4 * 1_024 * 1_024;
/** Maximum number of resources and subresources of one group version. */
const MAX_RESOURCES = 10_000;

/** Group versions whose resources are kept: callers ask for any that an object names. */
const MAX_KEPT = 4_096;
/** Longer group versions cannot be served: a group has at most 253 characters, a version 63. */
const MAX_LENGTH = 317;

/** How long a group version without a requested kind is cached. Unit: milliseconds. */
const REFRESH_MS = 10_000;

/** Discovery client with a cache. */
export class Discovery {
  private readonly versions = new Map<
    string,
    { readonly askedMs: number; readonly resources: Promise<readonly ApiResource[]> }
  >();

  constructor(
    private readonly transport: Pick<Transport, 'json'>,
    private readonly clock: Clock,
    private readonly vocabulary: Pick<Vocabulary, 'groups'>,
  ) {}

  /**
   * All group versions, the core group first, then in the server's order. Two requests where the server supports aggregated discovery (C-292),
   * else one more for each group version. Not cached.
   */
  async served(): Promise<readonly ServedVersion[]> {
    const accept = aggregatedAccept(this.vocabulary);
    const [core, named] = await Promise.all([
      this.transport.json<object>({ method: 'GET', path: '/api', accept }, orAggregated(coreVersionsShape)),
      this.transport.json<object>({ method: 'GET', path: '/apis', accept }, orAggregated(groupsShape)),
    ]);
    const [ofCore, ofNamed] = await Promise.all([
      isAggregatedDocument(core) ? readAggregatedDocument(core) : this.withResources(coreVersionsOf(core)),
      isAggregatedDocument(named) ? readAggregatedDocument(named) : this.withResources(groupVersionsOf(named)),
    ]);
    return [...ofCore, ...ofNamed];
  }

  /** The groups except the core group, in the server's order. */
  async groups(): Promise<readonly ApiGroup[]> {
    return (
      (await this.transport.json<{ groups?: ApiGroup[] }>({ method: 'GET', path: '/apis' }, groupsShape)).groups ?? []
    );
  }

  /** Versions of the core group. */
  async coreVersions(): Promise<readonly string[]> {
    return (
      (await this.transport.json<{ versions?: string[] }>({ method: 'GET', path: '/api' }, coreVersionsShape))
        .versions ?? []
    );
  }

  /**
   * All resources and subresources of one version; concurrent calls share one request. `fresh` bypasses the cache,
   * for callers that must not miss a kind that was added a moment ago, and updates it.
   */
  resources(gv: GroupVersion, { fresh = false }: { readonly fresh?: boolean } = {}): Promise<readonly ApiResource[]> {
    if (apiVersionOf(gv).length > MAX_LENGTH) return Promise.resolve([]);
    const known = fresh ? undefined : this.versions.get(apiVersionOf(gv));
    return known ? known.resources : this.ask(gv);
  }

  /**
   * A resource in the given version, else in the first version of its group that has it, the preferred one before others. Asks the server, so that
   * a kind that was added a moment ago is found. Undefined when it is not served. @throws ApiError, TransportError when discovery of the group fails.
   */
  async find({ group, version, resource }: SoughtResource): Promise<VersionedResource | undefined> {
    if (resource.includes('/')) return undefined;
    for (const one of version ? [version] : await this.versionsOf(group)) {
      const found = (await this.resources({ group, version: one }, { fresh: true })).find(
        ({ name }) => name === resource,
      );
      if (found) return { group, version: one, resource, verbs: found.verbs };
    }
    return undefined;
  }

  /**
   * The resource that serves a kind. For an unknown kind discovery is refreshed, at most every 10 s.
   * @throws ApiError NotFound when no resource serves it.
   */
  async mapping(gvk: GroupVersionKind): Promise<ResourceType> {
    const asked = this.versions.get(apiVersionOf(gvk));
    const first = find(await this.resources(gvk), gvk);
    if (first) return first;
    const mayAskAgain = asked !== undefined && this.clock.now() - asked.askedMs >= REFRESH_MS;
    const second = mayAskAgain ? find(await this.ask(gvk), gvk) : undefined;
    if (second) return second;
    throw new ApiError('NotFound', `the server serves no kind "${gvk.kind}" in version "${apiVersionOf(gvk)}"`);
  }

  /** The preferred version first. */
  private async versionsOf(group: string): Promise<readonly string[]> {
    if (group === '') return this.coreVersions();
    const { versions, preferredVersion } = (await this.groups()).find(({ name }) => name === group) ?? {};
    const preferred = preferredVersion?.version;
    return (versions ?? [])
      .map(({ version }) => version)
      .toSorted((one, other) => Number(other === preferred) - Number(one === preferred));
  }

  private withResources(versions: readonly Omit<ServedVersion, 'resources'>[]): Promise<readonly ServedVersion[]> {
    return Promise.all(versions.map(async (version) => ({ ...version, resources: await this.resources(version) })));
  }

  private ask(gv: GroupVersion): Promise<readonly ApiResource[]> {
    const id = apiVersionOf(gv);
    const resources = this.fetch(gv);
    const entry = { askedMs: this.clock.now(), resources };
    // The group versions that were asked for last are the last ones.
    this.versions.delete(id);
    this.versions.set(id, entry);
    if (this.versions.size > MAX_KEPT) this.versions.delete(this.versions.keys().next().value!);
    // A failure is not cached: the next call sends a new request.
    resources.catch(() => {
      if (this.versions.get(id) === entry) this.versions.delete(id);
    });
    return resources;
  }

  private async fetch(gv: GroupVersion): Promise<readonly ApiResource[]> {
    try {
      const path = groupVersionPath(gv);
      const request = { method: 'GET', path, maxAnswerBytes: MAX_RESOURCES_BYTES, listName: 'resources' } as const;
      const list = await this.transport.json<{ resources?: SentResource[] | null }>(request, resourcesShape);
      if ((list.resources?.length ?? 0) > MAX_RESOURCES)
        throw new TransportError('Protocol', `${path}: the answer has more than ${MAX_RESOURCES} resources`);
      return (list.resources ?? []).map((resource) => ({ ...resource, verbs: resource.verbs ?? [] }));
    } catch (err) {
      // A version that is not served (yet) has no resources.
      if (err instanceof ApiError && err.reason === 'NotFound') return [];
      throw err;
    }
  }
}

function coreVersionsOf({ versions }: { readonly versions?: readonly string[] | null }) {
  return (versions ?? []).map((version, index) => ({ group: '', version, preferred: index === 0 }));
}

function groupVersionsOf({ groups }: { readonly groups?: readonly ApiGroup[] | null }) {
  return (groups ?? []).flatMap(({ name, versions, preferredVersion }) =>
    (versions ?? []).map(({ version }) => ({ group: name, version, preferred: version === preferredVersion?.version })),
  );
}

function find(resources: readonly ApiResource[], gvk: GroupVersionKind): ResourceType | undefined {
  const found = resources.find((resource) => resource.kind === gvk.kind && !resource.name.includes('/'));
  return (
    found && {
      group: gvk.group,
      version: gvk.version,
      resource: found.name,
      kind: found.kind,
      namespaced: found.namespaced,
    }
  );
}
