import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer, type Fields } from '../../support/resource-fixtures.js';

// Left: A-351..A-353, A-385, A-388, A-389, A-404 (what nodes and their controllers do: decision 019).
describe.each(VOCABULARY_NAMES)('Volumes of pods in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let count = 0;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());

  const container = { name: 'c', image: 'i' };
  const post = (volume: object, spec: object = {}) =>
    server.post(server.paths.pods, {
      metadata: { name: `p${++count}` },
      spec: { containers: [container], volumes: [{ name: 'v', ...volume }], ...spec },
    });
  /** The volume as stored afterwards. */
  const stored = async (volume: object, spec: object = {}): Promise<Fields> => {
    const answer = await post(volume, spec);
    if (answer.code !== 201) throw new Error(answer.text);
    const { body } = await server.get(`${server.paths.pods}/${answer.body.metadata.name}`);
    return (body.spec['volumes'] as Fields[])[0]!;
  };

  it('A-338 a volume is there for all containers', async () => {
    const volumeMounts = [{ name: 'v', mountPath: '/a' }];
    const containers = [
      { ...container, volumeMounts },
      { name: 'd', image: 'i', volumeMounts },
    ];
    const { code, body } = await post({ emptyDir: {} }, { containers });
    expect([code, body.spec['volumes']]).toEqual([201, [{ name: 'v', emptyDir: {} }]]);
  });

  const items = [{ key: 'a', path: 'b/c', mode: 256 }];
  const files = [{ path: 'labels', mode: 256, fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' } }];
  const secretRef = { name: 's' };
  /** What is sent comes back, and nothing else. */
  const kept: [id: string, name: string, volume: object][] = [
    ['A-340', 'configMap', { configMap: { name: 'm', optional: true, defaultMode: 256, items } }],
    ['A-341', 'secret', { secret: { secretName: 's', optional: true, defaultMode: 256, items } }],
    ['A-342', 'downwardAPI', { downwardAPI: { defaultMode: 256, items: files } }],
    ['A-343', 'projected', { projected: { defaultMode: 256, sources: [{ secret: { name: 's' } }] } }],
    ['A-344', 'a projected configMap', { projected: { defaultMode: 420, sources: [{ configMap: { name: 'm', optional: true, items } }] } }],
    ['A-345', 'a projected downwardAPI', { projected: { defaultMode: 420, sources: [{ downwardAPI: { items: files } }] } }],
    ['A-346', 'a projected secret', { projected: { defaultMode: 420, sources: [{ secret: { name: 's', optional: true, items } }] } }],
    ['A-359', 'azureDisk', { azureDisk: { diskName: 'd', diskURI: '/subscriptions/u', kind: 'Managed', cachingMode: 'None', fsType: 'xfs', readOnly: true } }],
    ['A-361', 'cinder', { cinder: { volumeID: 'v', fsType: 'ext4', readOnly: true, secretRef } }],
    ['A-364', 'fc by name', { fc: { targetWWNs: ['a', 'b'], lun: 0, fsType: 'ext4', readOnly: true } }],
    ['A-364', 'fc by identifier', { fc: { wwids: ['a'] } }],
    ['A-369', 'iscsi', { iscsi: { targetPortal: 'p', iqn: 'iqn.2026-01.io.orch:a', lun: 1, iscsiInterface: 'i', fsType: 'ext4', readOnly: true, portals: ['q'], chapAuthDiscovery: true, chapAuthSession: true, secretRef, initiatorName: 'iqn.2026-01.io.orch:n' } }],
    ['A-378', 'scaleIO', { scaleIO: { gateway: 'g', system: 's', secretRef, protectionDomain: 'd', storagePool: 'p', storageMode: 'ThickProvisioned', volumeName: 'v', fsType: 'ext4', readOnly: true } }],
    ['A-379', 'storageos', { storageos: { volumeName: 'v', volumeNamespace: 'n', fsType: 'ext4', readOnly: true, secretRef } }],
    ['C-200', 'storage and huge pages in files', { downwardAPI: { defaultMode: 420, items: ['limits.ephemeral-storage', 'requests.ephemeral-storage', 'limits.hugepages-2Mi'].map((resource, i) => ({ path: `f${i}`, resourceFieldRef: { containerName: 'c', resource, divisor: '1Mi' } })) } }],
  ]; // prettier-ignore
  it.each(kept)('%s keeps %s', async (_id, _name, volume) =>
    expect(await stored(volume)).toEqual({ name: 'v', ...volume }),
  );

  const filled: [id: string, name: string, volume: object, want: object][] = [
    ['A-370', 'iscsi', { iscsi: { targetPortal: 'p', iqn: 'iqn.2026-01.io.orch:a', lun: 1 } }, { iscsi: { iscsiInterface: 'default' } }],
    ['A-376', 'scaleIO', { scaleIO: { gateway: 'g', system: 's', secretRef, volumeName: 'v' } }, { scaleIO: { fsType: 'xfs' } }],
    ['A-377', 'scaleIO', { scaleIO: { gateway: 'g', system: 's', secretRef, volumeName: 'v' } }, { scaleIO: { storageMode: 'ThinProvisioned' } }],
    ['C-200', 'a divisor', { downwardAPI: { items: [{ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }] } }, { downwardAPI: { items: [{ resourceFieldRef: { divisor: '0' } }] } }],
  ]; // prettier-ignore
  it.each(filled)('%s fills the default of %s', async (_id, _name, volume, want) =>
    expect(await stored(volume)).toMatchObject(want),
  );

  it('A-363 A-378 flags that are not set are not shown', async () => {
    expect(await stored({ csi: { driver: 'd.example.com' } })).toEqual({
      name: 'v',
      csi: { driver: 'd.example.com' },
    });
    const { scaleIO } = await stored({ scaleIO: { gateway: 'g', system: 's', secretRef, volumeName: 'v' } });
    expect(scaleIO).not.toHaveProperty('sslEnabled');
  });
  it('A-387 A-401 what is not said stays unsaid', async () => {
    expect(await stored({ configMap: { name: 'm' } })).toEqual({
      name: 'v',
      configMap: { name: 'm', defaultMode: 420 },
    });
    const token = await stored({ projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } });
    expect(token['projected']).toEqual({
      defaultMode: 420,
      sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }],
    });
  });
  it('A-386 a mode and a group of the file system go together', async () =>
    expect(
      (await post({ secret: { secretName: 's', defaultMode: 256 } }, { securityContext: { fsGroup: 1 } })).code,
    ).toBe(201));

  it('A-383 a mode in JSON is decimal', async () => {
    const body = (mode: string): string =>
      `{"metadata":{"name":"mode"},"spec":{"containers":[{"name":"c","image":"i"}],` +
      `"volumes":[{"name":"v","secret":{"secretName":"s","defaultMode":${mode}}}]}}`;
    const raw = (mode: string) =>
      server.send('POST', server.paths.pods, body(mode), { headers: { 'content-type': 'application/json' } });
    expect((await raw('0400')).code).toBe(400);
    expect((await raw('256')).code).toBe(201);
  });

  const refused: [id: string, name: string, volume: object, cause: string][] = [
    ['A-400', 'a token without path', { projected: { sources: [{ serviceAccountToken: { path: '' } }] } }, 'spec.volumes[0].projected.path FieldValueRequired'],
    ['A-400', 'a token without any path', { projected: { sources: [{ serviceAccountToken: {} }] } }, 'spec.volumes[0].projected.path FieldValueRequired'],
    ['A-377', 'another storage mode', { scaleIO: { gateway: 'g', system: 's', secretRef, volumeName: 'v', storageMode: 'Foo' } }, 'spec.volumes[0].scaleIO.storageMode FieldValueNotSupported'],
    ['C-200', 'an unknown resource', { downwardAPI: { items: [{ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'limits.foo' } }] } }, 'spec.volumes[0].downwardAPI.resourceFieldRef.resource FieldValueNotSupported'],
  ]; // prettier-ignore
  it.each(refused)('%s refuses %s', async (id, _name, volume, cause) => {
    const answer = await post(volume);
    const isRefused = id !== 'A-377' || server.vocabulary.answers.rulesOfFields === 'specified';
    expect([answer.code, causes(answer)]).toEqual(isRefused ? [422, [cause]] : [201, []]);
  });
});
