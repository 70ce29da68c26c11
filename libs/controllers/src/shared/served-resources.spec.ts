import { ApiError, FakeClock } from '@orch/apimachinery';
import { Discovery } from '@orch/client';
import { vocabularies } from '@orch/vocabulary';
import { servedResources } from './served-resources.js';

const signal = new AbortController().signal;
const T0 = Date.UTC(2024, 0, 1);

describe('discovery', () => {
  const verbs = ['list', 'delete', 'deletecollection'];
  const resource = (name: string, over: object = {}) => ({
    name,
    singularName: '',
    namespaced: true,
    kind: 'K',
    verbs,
    ...over,
  });
  const group = (name: string, preferred: string, ...versions: string[]) => ({
    name,
    versions: versions.map((version) => ({ groupVersion: `${name}/${version}`, version })),
    preferredVersion: { groupVersion: `${name}/${preferred}`, version: preferred },
  });
  const found = (served: Record<string, object[] | Error>, groups: ReturnType<typeof group>[] = []) =>
    servedResources(
      {
        coreVersions: () => Promise.resolve(['v1']),
        groups: () => Promise.resolve(groups),
        resources: (async ({ group: name, version }: { group: string; version: string }) => {
          const answer = served[name === '' ? version : `${name}/${version}`] ?? [];
          if (answer instanceof Error) throw answer;
          return answer;
        }) as never,
      },
      signal,
    );

  it('takes every resource, and no sub-resource', async () => {
    const { resources } = await found({
      v1: [
        resource('configmaps'),
        resource('secrets', { verbs: ['list', 'delete'] }),
        resource('namespaces', { namespaced: false }),
        resource('pods/status'),
        resource('bindings', { verbs: ['create'] }),
      ],
    });
    const core = { group: '', version: 'v1', kind: 'K', namespaced: true, verbs };
    expect(resources).toEqual([
      { ...core, resource: 'configmaps' },
      { ...core, resource: 'secrets', verbs: ['list', 'delete'] },
      { ...core, resource: 'namespaces', namespaced: false },
      { ...core, resource: 'bindings', verbs: ['create'] },
    ]);
  });
  it('takes each resource once, in the preferred version where that has it', async () => {
    const { resources } = await found(
      { 'a.example/v1': [resource('as')], 'a.example/v2': [resource('as'), resource('bs')] },
      [group('a.example', 'v1', 'v2', 'v1')],
    );
    expect(resources.map(({ version, resource: name }) => `${version} ${name}`)).toEqual(['v1 as', 'v2 bs']);
  });
  it('A-046 finds a kind that was added after the first look', async () => {
    const clock = new FakeClock(T0);
    const served = [resource('as')];
    const answers: Record<string, object> = {
      '/api': { versions: [] },
      '/apis': { groups: [group('a.example', 'v1', 'v1')] },
      '/apis/a.example/v1': { resources: served },
    };
    const json = ({ path }: { path: string }) => Promise.resolve(structuredClone(answers[path]));
    const discovery = new Discovery({ json: json as never }, clock, vocabularies.orch);
    const names = async () => (await servedResources(discovery, signal)).resources.map((one) => one.resource);
    expect(await names()).toEqual(['as']);
    served.push(resource('bs'));
    expect(await names()).toEqual(['as', 'bs']);
  });
  it('C-165 reports a group whose discovery fails, and finds the others', async () => {
    const { resources, failures } = await found(
      { v1: [resource('configmaps')], 'a.example/v1': ApiError.serviceUnavailable('away', 1) },
      [group('a.example', 'v1', 'v1')],
    );
    expect(resources).toHaveLength(1);
    expect(failures).toEqual([{ groupVersion: 'a.example/v1', message: 'away' }]);
  });
  it('C-165 reports a malformed group version', async () => {
    const odd = { name: 'a', versions: [{ groupVersion: 'a/b/c', version: 'c' }] } as unknown as ReturnType<
      typeof group
    >;
    expect((await found({}, [odd])).unreadable).toEqual(['a/b/c']);
  });
});
