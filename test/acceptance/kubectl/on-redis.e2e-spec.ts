import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s on two API servers, another for every call', (_release, file) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'tour', { storage: 'redis', command: 'apiserver' });
  });
  afterAll(() => kubectl?.stop());

  it('reads its writes from either server', async () => {
    for (let n = 0; n < 8; n++) {
      await kubectl.run('create', 'configmap', `m${n}`, `--from-literal=n=${n}`);
      expect(await kubectl.run('get', 'configmap', `m${n}`, '-o', 'jsonpath={.data.n}')).toBe(String(n));
      expect(await kubectl.run('label', 'configmap', `m${n}`, 'seen=yes')).toContain('labeled');
      expect((await kubectl.run('get', 'configmaps', '-l', 'seen=yes', '-o', 'name')).split('\n')).toContain(
        `configmap/m${n}`,
      );
    }
    expect(await kubectl.run('delete', 'configmaps', '--all')).toContain('"m7" deleted');
    expect(await kubectl.run('get', 'configmaps', '-o', 'name')).not.toContain('configmap/m');
  });
});
