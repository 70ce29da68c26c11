import type { ResourceDefinition } from '@orch/api';
import { apiVersionOf, compareVersions } from '@orch/apimachinery';
import { aggregatedList, type GroupSource, versionContent } from './aggregated-list.js';
import { byGroupVersion } from './by-group-version.js';
import { apiGroups } from './group-list.js';
import type { RemoteGroupVersion } from './remote-group-version.js';
import { type ApiResourceList, resourceList } from './resource-list.js';

/** Builds the discovery documents of a set of kinds, by path without trailing slash (C-288..C-292). Does not cache. */
export class ServedDocuments {
  private readonly plain = new Map<string, () => object>();
  private readonly resourceLists = new Set<string>();
  /** Groups below `/api` and below `/apis`. */
  private readonly groups = new Map<string, readonly GroupSource[]>();

  constructor(
    readonly definitions: readonly ResourceDefinition[],
    /** `host:port` of this server, for `/api`. */
    serverAddress: () => string,
    /** What other API servers serve: they answer discovery of their group versions themselves. */
    readonly remote: readonly RemoteGroupVersion[] = [],
  ) {
    const byVersion = byGroupVersion(definitions);
    const groups = apiGroups(byVersion, remote);
    const ofRemote = new Map(remote.map((one) => [apiVersionOf(one), one]));
    const resources = (groupVersion: string): ApiResourceList =>
      resourceList(groupVersion, byVersion.get(groupVersion)!);
    const coreVersions = [...byVersion.values()].flatMap(([first]) =>
      first!.gvr.group === '' ? [first!.gvr.version] : [],
    );
    coreVersions.sort(compareVersions);
    this.plain.set('/api', () => ({
      kind: 'APIVersions',
      versions: coreVersions,
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: serverAddress() }],
    }));
    this.plain.set('/apis', () => ({ kind: 'APIGroupList', apiVersion: 'v1', groups }));
    for (const group of groups) {
      this.plain.set(`/apis/${group.name}`, () => ({ kind: 'APIGroup', apiVersion: 'v1', ...group }));
    }
    for (const [groupVersion, members] of byVersion) {
      const root = members[0]!.gvr.group === '' ? '/api' : '/apis';
      const path = `${root}/${groupVersion}`;
      this.plain.set(path, () => resources(groupVersion));
      this.resourceLists.add(path);
    }
    const sourcesOf = (groupVersion: string): readonly object[] => {
      const one = ofRemote.get(groupVersion);
      return one ? [one] : byVersion.get(groupVersion)!;
    };
    const source = (name: string, groupVersions: readonly string[]): GroupSource => ({
      name,
      sources: groupVersions.length === 1 ? sourcesOf(groupVersions[0]!) : groupVersions.flatMap(sourcesOf),
      content: () => ({
        name,
        versions: groupVersions.map((one) => ofRemote.get(one) ?? versionContent(resources(one))),
      }),
    });
    this.groups.set('/api', [source('', coreVersions)]);
    this.groups.set(
      '/apis',
      groups.map(({ name, versions }) =>
        source(
          name,
          versions.map(({ groupVersion }) => groupVersion),
        ),
      ),
    );
  }

  /** All paths of documents. */
  get paths(): Iterable<string> {
    return this.plain.keys();
  }

  has(path: string): boolean {
    return this.plain.has(path);
  }

  /** Whether the document of a path lists the resources of a group version. */
  listsResources(path: string): boolean {
    return this.resourceLists.has(path);
  }

  /** Whether a path has an aggregated form. */
  aggregates(path: string): boolean {
    return this.groups.has(path);
  }

  /** Groups of the aggregated form of a path; undefined when it has none. */
  groupsOf(path: string): readonly GroupSource[] | undefined {
    return this.groups.get(path);
  }

  /**
   * The document of a path; undefined when there is none.
   * @param aggregated version of the aggregated form, if requested.
   */
  document(path: string, aggregated?: string): object | undefined {
    if (aggregated === undefined) return this.plain.get(path)?.();
    const groups = this.groups.get(path);
    return (
      groups &&
      aggregatedList(
        aggregated,
        groups.map((group) => group.content()),
      )
    );
  }
}
