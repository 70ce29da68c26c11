import { installedKubectls, Kubectl } from '../../support/kubectl.js';

const JANE = ['--as=jane'];
const VISIBLE = '/api/v1/configmaps?visible=true';

describe.each(installedKubectls())('kubectl %s and lists of what the caller may see', (_release, file) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'team');
    await kubectl.run('create', 'configmap', 'ours');
    await kubectl.run('create', 'role', 'reader', '--verb=get,list,watch', '--resource=configmaps');
    await kubectl.run('create', 'rolebinding', 'jane', '--role=reader', '--user=jane');
  });
  afterAll(() => kubectl?.stop());

  it('get --all-namespaces stays refused, get --raw shows what is visible', async () => {
    expect(await kubectl.fails(undefined, 'get', 'configmaps', '--all-namespaces', ...JANE)).toContain(
      'User "jane" cannot list resource "configmaps" in API group "" at the cluster scope',
    );
    const { items } = JSON.parse(await kubectl.run('get', '--raw', VISIBLE, ...JANE)) as {
      items: { metadata: { namespace: string; name: string } }[];
    };
    const names = items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(names).toContain('team/ours');
    expect(names.filter((name) => !name.startsWith('team/') && !name.includes('-public/'))).toEqual([]);
    expect(await kubectl.run('get', '--raw', `${VISIBLE}&watch=true&timeoutSeconds=1`, ...JANE)).toContain('"ours"');
  });
});
