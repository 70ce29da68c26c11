import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

const POD = { containers: [{ name: 'c', image: 'i' }] };
const POD_NAMES = '/api/v1/namespaces/default/pods';
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const INGRESSES = '/apis/networking.orch.io/v1/namespaces/default/ingresses';

describe('D-167 default admission plugins of a server', () => {
  let server: TestServer;
  let agent: Agent;
  const call = (method: string, path: string, body: object): Promise<Answer> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return server.call(path, { method, agent, headers: { 'content-type': type }, body });
  };
  const start = async (options: object = {}): Promise<void> => {
    server = await TestServer.start(options);
    agent = await server.admin();
  };
  const createPod = (name: string, spec: object = {}): Promise<Answer> =>
    call('POST', POD_NAMES, { metadata: { name }, spec: { ...POD, ...spec } });
  const seconds = ({ json }: Answer): unknown =>
    (json['spec'] as { tolerations?: { key: string; tolerationSeconds: number }[] }).tolerations?.map((t) => [
      t.key,
      t.tolerationSeconds,
    ]);
  afterEach(() => TestServer.closeAll());

  it('D-182 a stored pod tolerates for 300 s, or for the seconds of the flags', async () => {
    await start();
    const keys = ['node.orch.io/not-ready', 'node.orch.io/unreachable'];
    expect(seconds(await createPod('p'))).toEqual(keys.map((key) => [key, 300]));
    await start({ defaultNotReadyTolerationSeconds: 1, defaultUnreachableTolerationSeconds: 0 });
    expect(seconds(await createPod('p'))).toEqual([
      [keys[0], 1],
      [keys[1], 0],
    ]);
    await start({ disableAdmissionPlugins: ['ServiceAccount', 'DefaultTolerationSeconds'] });
    expect(seconds(await createPod('p'))).toBeUndefined();
  });

  it('D-183 a pod gets the overhead of its class; an unknown class is 403', async () => {
    await start();
    const overhead = { podFixed: { cpu: '250m' } };
    await call('POST', '/apis/node.orch.io/v1/runtimeclasses', { metadata: { name: 'vm' }, handler: 'h', overhead });
    const { json } = await createPod('p', { runtimeClassName: 'vm' });
    expect((json['spec'] as { overhead: unknown }).overhead).toEqual({ cpu: '250m' });
    expect((await createPod('q', { runtimeClassName: 'none' })).code).toBe(403);
    expect((await createPod('q', { runtimeClassName: '' })).code).toBe(403);
    expect((await createPod('q', { overhead: { cpu: '1' } })).code).toBe(403);
  });

  it('D-183 a bound claim grows only where its class allows it', async () => {
    await start();
    for (const [name, allowVolumeExpansion] of [
      ['grows', true],
      ['fixed', false],
    ] as const) {
      // prettier-ignore
      const storageClass = { metadata: { name }, provisioner: 'example.io/p', allowVolumeExpansion };
      await call('POST', '/apis/storage.orch.io/v1/storageclasses', storageClass);
      const resources = { requests: { storage: '1Gi' } };
      const spec = { storageClassName: name, accessModes: ['ReadWriteOnce'], volumeName: 'v', resources };
      await call('POST', CLAIMS, { metadata: { name }, spec });
      await call('PATCH', `${CLAIMS}/${name}/status`, { status: { phase: 'Bound' } });
      const larger = { spec: { resources: { requests: { storage: '2Gi' } } } };
      expect([name, (await call('PATCH', `${CLAIMS}/${name}`, larger)).code]).toEqual([
        name,
        name === 'grows' ? 200 : 403,
      ]);
    }
  });

  it('D-183 an Ingress gets the default class', async () => {
    await start();
    await call('POST', '/apis/networking.orch.io/v1/ingressclasses', {
      metadata: { name: 'main', annotations: { 'ingressclass.orch.io/is-default-class': 'true' } },
      spec: { controller: 'example.io/c' },
    });
    const defaultBackend = { service: { name: 's', port: { number: 1 } } };
    const { json } = await call('POST', INGRESSES, { metadata: { name: 'i' }, spec: { defaultBackend } });
    expect(json['spec']).toMatchObject({ ingressClassName: 'main' });
  });
});
