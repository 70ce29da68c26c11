import type { HasMetadata } from '@orch/client';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer, type Fields } from '../support/resource-fixtures.js';

/** Fields that only an alpha version has must survive the stored form. */
describe.each(VOCABULARY_NAMES)('alpha versions on request in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  const path = (group: 'resource' | 'storagemigration' | 'certificates' | 'node', version: string, resource: string) =>
    `/apis/${server.vocabulary.groups[group]}/${version}/${resource}`;
  const started = async (release: number, ...flags: string[]): Promise<void> => {
    const all = [`--emulated-version=1.${release}`, '--runtime-config=api/alpha=true', ...flags];
    server = await ResourceServer.start({ vocabulary, flags: all });
  };
  afterEach(() => server?.stop());
  const post = async (at: string, body: Fields): Promise<HasMetadata & Fields> => {
    const { code, text } = await server.post(at, body);
    if (code !== 201) throw new Error(text);
    return JSON.parse(text) as HasMetadata & Fields;
  };
  const specOf = async (at: string): Promise<Fields> => (await server.get(at)).body.spec;

  it('a taint rule of 1.33 selects devices by class and expression', async () => {
    await started(33, '--feature-gates=DRADeviceTaints=true,DynamicResourceAllocation=true');
    const rules = path('resource', 'v1alpha3', 'devicetaintrules');
    const deviceSelector = {
      deviceClassName: 'gpu.example.com',
      driver: 'd.example.com',
      selectors: [{ cel: { expression: 'device.driver == "d.example.com"' } }],
    };
    const taint = { key: 'broken', effect: 'NoSchedule' };
    await post(rules, { metadata: { name: 'r' }, spec: { deviceSelector, taint } });
    expect(await specOf(`${rules}/r`)).toMatchObject({ deviceSelector, taint });
    expect((await server.merge(`${rules}/r`, { metadata: { labels: { a: 'b' } } })).code).toBe(200);
    expect(await specOf(`${rules}/r`)).toMatchObject({ deviceSelector, taint });
  });

  it('a migration of 1.33 is of one version and continues where it was', async () => {
    await started(33);
    const migrations = path('storagemigration', 'v1alpha1', 'storageversionmigrations');
    const spec = { resource: { group: 'apps', version: 'v1', resource: 'deployments' }, continueToken: 'abc' };
    await post(migrations, { metadata: { name: 'm' }, spec });
    expect(await specOf(`${migrations}/m`)).toEqual(spec);
    const condition = { type: 'Running', status: 'True', lastUpdateTime: '2024-01-01T00:00:00Z', reason: 'r' };
    const status = { resourceVersion: '5', conditions: [condition] };
    expect((await server.merge(`${migrations}/m/status`, { status })).code).toBe(200);
    expect((await server.get(`${migrations}/m`)).body).toMatchObject({ spec, status });
  });

  it('a runtime class of 1.23 has a spec in its alpha version', async () => {
    await started(23);
    const spec = { runtimeHandler: 'kata', scheduling: { nodeSelector: { a: 'b' } } };
    await post(path('node', 'v1alpha1', 'runtimeclasses'), { metadata: { name: 'c' }, spec });
    expect(await specOf(path('node', 'v1alpha1', 'runtimeclasses/c'))).toEqual(spec);
    const stable = JSON.parse((await server.get(path('node', 'v1', 'runtimeclasses/c'))).text) as Fields;
    expect(stable).toMatchObject({ handler: 'kata', scheduling: spec.scheduling });
  });

  it('certificate requests of pods are served by 1.34', async () => {
    await started(34);
    const requests = path('certificates', 'v1alpha1', 'namespaces/t1/podcertificaterequests');
    expect((await server.get(requests)).code).toBe(200);
    const { body } = await server.post(requests, { metadata: { name: 'r' }, spec: { signerName: 'a.b/c' } });
    expect(body.details.causes!.map(({ field }) => field)).toContain('spec.podName');
  });
});
