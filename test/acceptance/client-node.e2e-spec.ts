import { CoreV1Api, KubeConfig, Watch, type V1ConfigMap } from '@kubernetes/client-node';
import { startControlPlane, type TestControlPlane } from '@orch/testing';

/** An independent client, unmodified. */
describe('@kubernetes/client-node on the kubernetes vocabulary', () => {
  let plane: TestControlPlane;
  let core: CoreV1Api;
  let config: KubeConfig;

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: 'kubernetes', command: 'apiserver' });
    config = new KubeConfig();
    config.loadFromFile(plane.adminConf);
    core = config.makeApiClient(CoreV1Api);
  });
  afterAll(() => plane?.stop());

  it('A-025 A-026 A-533 A-542 A-547 writes, reads and lists', async () => {
    const made = await core.createNamespacedConfigMap({
      namespace: 'default',
      body: { metadata: { name: 'x' }, data: { a: '1' } },
    });
    expect(made.metadata?.uid).toBeTruthy();
    const replaced = await core.replaceNamespacedConfigMap({
      namespace: 'default',
      name: 'x',
      body: { ...made, data: { a: '2' } },
    });
    expect(replaced.data).toEqual({ a: '2' });
    const { items, kind } = await core.listNamespacedConfigMap({ namespace: 'default' });
    expect(kind).toBe('ConfigMapList');
    expect(items.map((item) => item.metadata?.name)).toContain('x');
    await expect(core.readNamespacedConfigMap({ namespace: 'default', name: 'none' })).rejects.toMatchObject({
      code: 404,
    });
  });

  it('A-052 A-539 watches from a list', async () => {
    const list = await core.listNamespacedConfigMap({ namespace: 'default' });
    const seen: [string, string | undefined][] = [];
    await new Promise<void>((resolve, reject) => {
      const watch = new Watch(config).watch(
        '/api/v1/namespaces/default/configmaps',
        { resourceVersion: list.metadata!.resourceVersion },
        (type, object: V1ConfigMap) => {
          seen.push([type, object.metadata?.name]);
          if (type === 'DELETED') void watch.then((controller) => controller.abort()).then(() => resolve());
        },
        (error) => (seen.length < 2 ? reject(error as Error) : undefined),
      );
      core
        .createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name: 'watched' } } })
        .then(() => core.deleteNamespacedConfigMap({ namespace: 'default', name: 'watched' }))
        .catch(reject);
    });
    expect(seen).toEqual([
      ['ADDED', 'watched'],
      ['DELETED', 'watched'],
    ]);
  });
});
