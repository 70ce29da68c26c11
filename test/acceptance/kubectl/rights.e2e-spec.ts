import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s about rights and classes', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'rights');
    await kubectl.run('create', 'role', 'r', '--verb=get,list', '--resource=pods,configmaps');
    await kubectl.run('create', 'clusterrole', 'paths', '--verb=get', '--non-resource-url=/logs/*');
    await kubectl.run('create', 'clusterrole', 'sum', '--aggregation-rule=a=b');
    const subjects = ['--user=jane', '--group=dev', '--serviceaccount=rights:robot'];
    await kubectl.run('create', 'rolebinding', 'rb', '--role=r', ...subjects);
    await kubectl.run('create', 'clusterrolebinding', 'crb', '--clusterrole=paths', '--group=dev');
    await kubectl.run('create', 'priorityclass', 'high', '--value=1000', '--description=ours');
  });
  afterAll(() => kubectl?.stop());

  it('D-079 roles and bindings are created, described and shown', async () => {
    expect(await kubectl.run('describe', 'role', 'r')).toMatch(/configmaps +\[\] +\[\] +\[get list\]\n +pods /);
    expect(await kubectl.run('describe', 'clusterrole', 'paths')).toMatch(/\[\/logs\/\*\] +\[\] +\[get\]/);
    expect(await kubectl.run('get', 'clusterrole', 'sum', '-o', 'jsonpath={.aggregationRule}')).toContain('"a":"b"');
    const described = await kubectl.run('describe', 'rolebinding', 'rb');
    expect(described).toMatch(/User +jane *\n +Group +dev *\n +ServiceAccount +robot +rights/);
    expect(await kubectl.run('get', 'rolebindings', '-o', 'wide')).toMatch(
      /^NAME +ROLE +AGE +USERS +GROUPS +SERVICEACCOUNTS\nrb +Role\/r +\S+ +jane +dev +rights\/robot/,
    );
    expect(await kubectl.run('get', 'clusterrolebindings', '--no-headers')).toMatch(/crb +ClusterRole\/paths /);
    expect(await kubectl.run('get', 'roles')).toMatch(/^NAME +CREATED AT\nr +20/);
  });

  it('C-007 auth can-i asks for one right, and for all', async () => {
    expect(await kubectl.run('auth', 'can-i', 'create', 'deployments.apps')).toBe('yes\n');
    expect(await kubectl.run('auth', 'can-i', 'get', '/logs')).toBe('yes\n');
    expect(await kubectl.run('auth', 'can-i', '--list')).toMatch(/\*\.\* +\[\] +\[\] +\[\*\]/);
  });

  it('lists the priority classes of the system and those of the user', async () => {
    expect(await kubectl.run('get', 'pc', 'high', 'system-node-critical', '--no-headers')).toMatch(
      /^high +1000 +false +\S+( +PreemptLowerPriority)?\nsystem-node-critical +2000001000 +false/,
    );
    expect(await kubectl.run('describe', 'priorityclass', 'high')).toMatch(/Value: +1000\n[^]*Description: +ours/);
    await kubectl.run('run', 'web', '--image=example.com/web:1');
    expect(await kubectl.run('get', 'pod', 'web', '-o', 'jsonpath={.spec.priority}')).toBe('0');
  });

  it('C-307 component statuses are listed, with a warning', async () => {
    const { stdout, stderr } = await kubectl.attempt(['get', 'cs']);
    expect(stdout).toMatch(/^NAME +STATUS +MESSAGE +ERROR\nstorage +Healthy +ok/);
    expect(stderr).toContain('Warning: v1 ComponentStatus is deprecated in v1.19+');
  });

  it('auth whoami shows the authenticated user, from 1.28 on', async () => {
    if (minor < 28) return;
    expect(await kubectl.run('auth', 'whoami')).toMatch(/Groups +\[system:masters system:authenticated\]/);
  });
});
