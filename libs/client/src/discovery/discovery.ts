import { ApiError, apiVersionOf, type Clock, type GroupVersion, type GroupVersionKind } from '@orch/apimachinery';
import { groupVersionPath } from '../resource/resource-path.js';
import type { ResourceType } from '../resource/resource-type.js';
import type { Transport } from '../transport/transport.js';

/** One served resource, as discovery tells it. Subresources have a slash in their name. */
export interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface ApiGroup {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string; readonly version: string }[];
  readonly preferredVersion?: { readonly groupVersion: string; readonly version: string };
}

/** How long a group version in which a kind was missing is believed. Unit: milliseconds. */
const REFRESH_MS = 10_000;

/** What the server serves, asked once and remembered. */
export class Discovery {
  private readonly versions = new Map<
    string,
    { readonly askedMs: number; readonly resources: Promise<readonly ApiResource[]> }
  >();

  constructor(
    private readonly transport: Pick<Transport, 'json'>,
    private readonly clock: Clock,
  ) {}

  /** The groups but for the core group, in the server's order. */
  async groups(): Promise<readonly ApiGroup[]> {
    return (await this.transport.json<{ groups?: ApiGroup[] }>({ method: 'GET', path: '/apis' })).groups ?? [];
  }

  /** Versions of the core group. */
  async coreVersions(): Promise<readonly string[]> {
    return (await this.transport.json<{ versions?: string[] }>({ method: 'GET', path: '/api' })).versions ?? [];
  }

  /**
   * All resources and subresources of one version; concurrent askers share one request. `fresh` asks the server in any case,
   * for who must not miss a kind that was added a moment ago; all others then have that answer too.
   */
  resources(gv: GroupVersion, { fresh = false }: { readonly fresh?: boolean } = {}): Promise<readonly ApiResource[]> {
    const known = fresh ? undefined : this.versions.get(apiVersionOf(gv));
    return known ? known.resources : this.ask(gv);
  }

  /**
   * The resource that serves a kind. One that is not known is looked up anew, at most every 10 s.
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

  private ask(gv: GroupVersion): Promise<readonly ApiResource[]> {
    const id = apiVersionOf(gv);
    const resources = this.fetch(gv);
    const entry = { askedMs: this.clock.now(), resources };
    this.versions.set(id, entry);
    // A failure is not remembered: the next one asks again.
    resources.catch(() => {
      if (this.versions.get(id) === entry) this.versions.delete(id);
    });
    return resources;
  }

  private async fetch(gv: GroupVersion): Promise<readonly ApiResource[]> {
    try {
      const list = await this.transport.json<{ resources?: ApiResource[] }>({
        method: 'GET',
        path: groupVersionPath(gv),
      });
      return list.resources ?? [];
    } catch (err) {
      // A version nobody serves (yet) serves nothing.
      if (err instanceof ApiError && err.reason === 'NotFound') return [];
      throw err;
    }
  }
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
