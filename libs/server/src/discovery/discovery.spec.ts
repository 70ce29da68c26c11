import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { Discovery } from './discovery.js';
import type { ApiResource } from './resource-list.js';
import { versionInfo } from './version.js';

describe.each(['orch', 'kubernetes'] as const)('discovery in the %s vocabulary', (name) => {
  const vocabulary = vocabularies[name];
  const definitions = compileKinds(builtinKinds, vocabulary);
  const discovery = new Discovery(definitions, () => 'localhost:6443');
  const value = (path: string) => discovery.document(path)?.value as Record<string, unknown> | undefined;
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
  it('C-290 a group has a document of its own, an unknown one none', () => {
    expect(value(`/apis/${vocabulary.groups.coordination}`)).toMatchObject({ kind: 'APIGroup', apiVersion: 'v1' });
    expect(value('/apis/x.io')).toBeUndefined();
  });
  it('C-291 configmaps are described', () =>
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
  it('A-024 verbs are known words in lower case, without apply', () => {
    const known = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
    for (const path of discovery.paths) {
      for (const { verbs } of (value(path)!['resources'] ?? []) as ApiResource[])
        expect(known).toEqual(expect.arrayContaining([...verbs]));
    }
  });
  it('every definition is listed once, and nothing else is', () => {
    const listed = [...discovery.paths].flatMap((path) =>
      ((value(path)!['resources'] ?? []) as ApiResource[])
        .filter((r) => !r.name.includes('/'))
        .map((r) => `${String(value(path)!['groupVersion'])}/${r.name}`),
    );
    expect(listed.sort()).toEqual(definitions.map((d) => `${d.apiVersion}/${d.gvr.resource}`).sort());
  });
  it('makes the bytes of a document once', () =>
    expect(discovery.document('/api/v1')!.bytes).toBe(discovery.document('/api/v1')!.bytes));
});

it('C-293 the version is what clients can compare', () =>
  expect(versionInfo(27, 'orch')).toMatchObject({
    major: '1',
    minor: '27',
    gitVersion: expect.stringMatching(/^v1\.27\.0\+orch\.\d/),
  }));
