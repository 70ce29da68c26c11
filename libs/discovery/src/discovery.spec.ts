import { builtinKinds, compileKinds, discoveryCodec, type DiscoveryKind } from '@orch/api';
import type { GroupVersion, GroupVersionKind } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { Discovery } from './discovery.js';
import type { ApiResource } from './resource-list.js';
import type { DocumentForm } from './document-form.js';
import { versionInfo } from './version.js';

const JSON_FORM: DocumentForm = { encoding: 'json', contentType: 'application/json' };

interface Discovered {
  readonly responseKind: GroupVersionKind;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

interface Aggregated {
  readonly kind: string;
  readonly apiVersion: string;
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly freshness: string;
      readonly resources: readonly (Discovered & {
        readonly resource: string;
        readonly scope: string;
        readonly singularResource: string;
        readonly subresources?: readonly (Discovered & { readonly subresource: string })[];
      })[];
    }[];
  }[];
}

/** Converts an entry of aggregated discovery to an APIResource, whose group and version are those of its list if it has none. */
const asListed = (
  name: string,
  { responseKind, verbs, shortNames, categories }: Discovered,
  singularName: string,
  scope: string,
  own: GroupVersion,
) => ({
  ...own,
  name,
  singularName,
  namespaced: scope === 'Namespaced',
  ...(responseKind.group === '' && responseKind.version === '' ? { kind: responseKind.kind } : responseKind),
  verbs,
  ...(shortNames ? { shortNames } : {}),
  ...(categories ? { categories } : {}),
});

/** Removes nulls and empty objects and lists at any depth. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== null && (typeof inner !== 'object' || Object.keys(inner).length > 0));
  return Object.fromEntries(kept);
}

describe.each(['orch', 'kubernetes'] as const)('discovery in the %s vocabulary', (name) => {
  const vocabulary = vocabularies[name];
  const definitions = compileKinds(builtinKinds, vocabulary);
  let served = definitions;
  const discovery = new Discovery(
    () => served,
    () => 'localhost:6443',
  );
  const value = (path: string, form = JSON_FORM) => {
    const document = discovery.document(path, form);
    return document && (JSON.parse(document.bytes.toString()) as Record<string, unknown>);
  };
  const resources = (path: string) => value(path)!['resources'] as ApiResource[];

  it('C-288 /api lists core versions and the address', () =>
    expect(value('/api')).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'localhost:6443' }],
    }));
  it('C-289 /apis lists named groups with versions', () => {
    const { kind, groups } = value('/apis') as { kind: string; groups: Array<{ name: string }> };
    expect(kind).toBe('APIGroupList');
    expect(groups.map((g) => g.name)).toContain(vocabulary.groups.storage);
    expect(groups).toContainEqual({
      name: vocabulary.groups.storage,
      versions: expect.arrayContaining([{ groupVersion: `${vocabulary.groups.storage}/v1`, version: 'v1' }]),
      preferredVersion: { groupVersion: `${vocabulary.groups.storage}/v1`, version: 'v1' },
    });
    expect(groups.some((g) => g.name === '')).toBe(false);
  });
  it('C-290 serves the document of a group, not of an unknown group', () => {
    expect(value(`/apis/${vocabulary.groups.coordination}`)).toMatchObject({ kind: 'APIGroup', apiVersion: 'v1' });
    expect(value('/apis/x.io')).toBeUndefined();
  });
  it('C-291 lists configmaps', () =>
    expect(resources('/api/v1').find((r) => r.name === 'configmaps')).toEqual({
      name: 'configmaps',
      singularName: 'configmap',
      namespaced: true,
      kind: 'ConfigMap',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['cm'],
      storageVersionHash: expect.stringMatching(/^[A-Za-z0-9+/]{11}=$/),
    }));
  it('C-291 sub-resources follow their resource', () => {
    const names = resources('/api/v1').map((r) => r.name);
    expect(names[names.indexOf('namespaces') + 1]).toBe('namespaces/finalize');
    expect(resources('/api/v1').find((r) => r.name === 'namespaces/finalize')).toMatchObject({
      kind: 'Namespace',
      verbs: ['update'],
    });
    expect(resources('/api/v1').find((r) => r.name === 'namespaces/status')).toMatchObject({
      verbs: ['get', 'patch', 'update'],
    });
  });
  it('A-297 a sub-resource that only takes a POST is listed with its own kind', () =>
    expect(resources('/api/v1').find((r) => r.name === 'pods/binding')).toEqual({
      name: 'pods/binding',
      singularName: '',
      namespaced: true,
      kind: 'Binding',
      verbs: ['create'],
    }));
  it('C-291 kinds stored as one have one hash, others differ', () => {
    const hash = (path: string, resource: string) =>
      resources(path).find((r) => r.name === resource)!.storageVersionHash;
    expect(hash(`/apis/${vocabulary.groups.events}/v1`, 'events')).toBe(hash('/api/v1', 'events'));
    expect(hash('/api/v1', 'secrets')).not.toBe(hash('/api/v1', 'configmaps'));
  });
  it('A-024 verbs are known and in lower case, without apply', () => {
    const known = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
    for (const path of discovery.paths) {
      for (const { verbs } of (value(path)!['resources'] ?? []) as ApiResource[])
        expect(known).toEqual(expect.arrayContaining([...verbs]));
    }
  });
  it('lists exactly the definitions, each once', () => {
    const listed = [...discovery.paths].flatMap((path) =>
      ((value(path)!['resources'] ?? []) as ApiResource[])
        .filter((r) => !r.name.includes('/'))
        .map((r) => `${String(value(path)!['groupVersion'])}/${r.name}`),
    );
    expect(listed.sort()).toEqual(definitions.map((d) => `${d.apiVersion}/${d.gvr.resource}`).sort());
  });
  it('builds a document once, until the served kinds change', () => {
    const first = discovery.document('/api/v1', JSON_FORM)!;
    expect(discovery.document('/api/v1', JSON_FORM)).toBe(first);
    served = definitions.filter((d) => d.gvk.kind !== 'Pod');
    expect(resources('/api/v1').some(({ name }) => name === 'pods')).toBe(false);
    expect(discovery.document('/api/v1', JSON_FORM)!.hash).not.toBe(first.hash);
    served = definitions;
    expect(discovery.document('/api/v1', JSON_FORM)!.hash).toBe(first.hash);
  });

  describe('aggregated discovery', () => {
    const group = vocabulary.groups.apidiscovery;
    const all = (path: string, version = 'v2') =>
      value(path, {
        encoding: 'json',
        contentType: `all ${version}`,
        aggregated: `${group}/${version}`,
      }) as unknown as Aggregated;

    it('C-292 equals the unaggregated lists', () => {
      for (const [path, root] of [
        ['/api', '/api'],
        ['/apis', '/apis'],
      ] as const) {
        const { kind, apiVersion, items } = all(path);
        expect([kind, apiVersion]).toEqual(['APIGroupDiscoveryList', `${group}/v2`]);
        const names = items.map(({ metadata }) => metadata.name ?? '');
        expect(names).toEqual(
          path === '/api' ? [''] : (value('/apis')!['groups'] as { name: string }[]).map((g) => g.name),
        );
        for (const { metadata, versions } of items) {
          for (const { version, resources: nested, freshness } of versions) {
            expect(freshness).toBe('Current');
            const groupVersion = metadata.name === undefined ? version : `${metadata.name}/${version}`;
            const own = { group: metadata.name ?? '', version };
            const flat = nested.flatMap((resource) => [
              asListed(resource.resource, resource, resource.singularResource, resource.scope, own),
              ...(resource.subresources ?? []).map((sub) =>
                asListed(`${resource.resource}/${sub.subresource}`, sub, '', resource.scope, own),
              ),
            ]);
            expect(flat).toEqual(
              resources(`${root}/${groupVersion}`).map(({ storageVersionHash: _hash, ...listed }) => ({
                ...own,
                ...listed,
              })),
            );
          }
        }
      }
    });
    it('C-292 lists pods with all fields', () => {
      const pods = all('/api').items[0]!.versions[0]!.resources.find(({ resource }) => resource === 'pods')!;
      expect(pods).toMatchObject({
        responseKind: { group: '', version: '', kind: 'Pod' },
        scope: 'Namespaced',
        singularResource: 'pod',
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
        shortNames: ['po'],
        categories: ['all'],
      });
      expect(pods.subresources).toContainEqual({
        subresource: 'binding',
        responseKind: { group: '', version: '', kind: 'Binding' },
        verbs: ['create'],
      });
    });
    it('C-292 names the kind of a sub-resource of another group', () => {
      const groups = all('/api').items[0]!.versions[0]!.resources.find(({ resource }) => resource === 'pods')!;
      const eviction = groups.subresources!.find(({ subresource }) => subresource === 'eviction')!;
      expect(eviction.responseKind).toEqual({ group: 'policy', version: 'v1', kind: 'Eviction' });
    });
    it('C-292 the older version has equal content', () =>
      expect(all('/apis', 'v2beta1')).toEqual({ ...all('/apis'), apiVersion: `${group}/v2beta1` }));
  });

  it('C-289 groups are in the order in which clients prefer them', () => {
    const names = (value('/apis')!['groups'] as { name: string }[]).map((listed) => listed.name);
    const { apiregistration, apps, events, batch, flowcontrol } = vocabulary.groups;
    expect(names.slice(0, 3)).toEqual([apiregistration, apps, events]);
    expect(names.indexOf(batch)).toBeLessThan(names.indexOf(flowcontrol));
  });

  it('A-093 C-288 C-289 C-290 C-291 C-292 every document is equal in protobuf', () => {
    const forms: [path: string, aggregated?: string][] = [
      ...[...discovery.paths].map((path): [string] => [path]),
      ['/api', `${vocabulary.groups.apidiscovery}/v2`],
      ['/apis', `${vocabulary.groups.apidiscovery}/v2beta1`],
    ];
    for (const [path, aggregated] of forms) {
      const shape = aggregated === undefined ? {} : { aggregated };
      const { bytes } = discovery.document(path, { encoding: 'protobuf', contentType: `pb ${aggregated}`, ...shape })!;
      const json = value(path, { encoding: 'json', contentType: `js ${aggregated}`, ...shape })!;
      const { kind, apiVersion = '' } = json as { kind: DiscoveryKind; apiVersion?: string };
      const read = discoveryCodec(kind, apiVersion).decode(bytes);
      // Structs that are not pointers are always on the wire.
      expect(withoutEmpty(read)).toEqual(withoutEmpty(json));
    }
  });
});

it('C-293 clients can compare the version', () =>
  expect(versionInfo(27, 'orch')).toMatchObject({
    major: '1',
    minor: '27',
    gitVersion: expect.stringMatching(/^v1\.27\.0\+orch\.\d/),
  }));

it('the version has the emulated release from 1.33 on', () => {
  expect(versionInfo(32, 'orch')).not.toHaveProperty('emulationMinor');
  expect(versionInfo(33, 'orch')).toMatchObject({
    emulationMajor: '1',
    emulationMinor: '33',
    minCompatibilityMajor: '1',
    minCompatibilityMinor: '32',
  });
});
