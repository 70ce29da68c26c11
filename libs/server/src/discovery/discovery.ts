import type { ResourceDefinition } from '@orch/api';
import { apiVersionOf, compareVersions } from '@orch/apimachinery';
import { type ApiGroup, apiGroups } from './group-list.js';
import { resourceList } from './resource-list.js';

/** A document of discovery: made once, sent as it is. */
export interface DiscoveryDocument {
  readonly value: object;
  readonly bytes: Buffer;
}

/**
 * What the server serves, as documents by path (C-288..C-291): `/api`, `/apis`, `/apis/{group}`, `/api/v1`,
 * `/apis/{group}/{version}`. Built once from the definitions; each document turns into bytes when it is first asked for.
 */
export class Discovery {
  private readonly documents = new Map<string, () => object>();
  private readonly rendered = new Map<string, DiscoveryDocument>();
  readonly groups: readonly ApiGroup[];

  constructor(
    definitions: readonly ResourceDefinition[],
    /** `host:port` of this server, told in `/api`. */
    private readonly serverAddress: () => string,
  ) {
    this.groups = apiGroups(definitions);
    const byVersion = groupBy(definitions, (d) => apiVersionOf(d.gvr));
    const coreVersions = [...new Set(definitions.filter((d) => d.gvr.group === '').map((d) => d.gvr.version))];
    this.documents.set('/api', () => ({
      kind: 'APIVersions',
      versions: coreVersions.sort(compareVersions),
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: this.serverAddress() }],
    }));
    this.documents.set('/apis', () => ({ kind: 'APIGroupList', apiVersion: 'v1', groups: this.groups }));
    for (const group of this.groups) {
      this.documents.set(`/apis/${group.name}`, () => ({ kind: 'APIGroup', apiVersion: 'v1', ...group }));
    }
    for (const [groupVersion, members] of byVersion) {
      const root = members[0]!.gvr.group === '' ? '/api' : '/apis';
      this.documents.set(`${root}/${groupVersion}`, () => resourceList(groupVersion, members, definitions));
    }
  }

  /** Every path that has a document. */
  get paths(): Iterable<string> {
    return this.documents.keys();
  }

  /** The document of a path without trailing slash; undefined when nothing is served there. */
  document(path: string): DiscoveryDocument | undefined {
    let document = this.rendered.get(path);
    if (!document) {
      const value = this.documents.get(path)?.();
      if (!value) return undefined;
      this.rendered.set(path, (document = { value, bytes: Buffer.from(`${JSON.stringify(value)}\n`) }));
    }
    return document;
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
