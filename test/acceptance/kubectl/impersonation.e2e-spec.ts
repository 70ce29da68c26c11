import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s with impersonation', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'as');
    await kubectl.run('create', 'role', 'read', '--verb=get,list', '--resource=configmaps');
    await kubectl.run('create', 'rolebinding', 'read', '--role=read', '--user=jane', '--group=dev');
    await kubectl.run('create', 'serviceaccount', 'robot');
    await kubectl.run('create', 'rolebinding', 'robot', '--role=read', '--serviceaccount=as:robot');
    await kubectl.run('create', 'clusterrole', 'actor', '--verb=impersonate', '--resource=users,groups', '--resource-name=jane', '--resource-name=dev'); // prettier-ignore
    await kubectl.run('create', 'clusterrolebinding', 'actor', '--clusterrole=actor', '--user=actor');
  });
  afterAll(() => kubectl?.stop());

  const can = async (...args: string[]) => (await kubectl.attempt(['auth', 'can-i', ...args])).stdout.trim().split('\n').at(-1); // prettier-ignore

  it('B-130 B-131 --as is who asks', async () => {
    expect(await can('list', 'configmaps', '--as=jane')).toBe('yes');
    expect(await can('create', 'configmaps', '--as=jane')).toMatch(/^no/);
    expect(await can('list', 'configmaps', '--as=bob')).toMatch(/^no/);
    expect(await kubectl.run('get', 'configmaps', '--as=jane')).toBeDefined();
    expect(await kubectl.fails(undefined, 'get', 'pods', '--as=jane')).toContain(
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "as"',
    );
  });
  it('B-132 --as-group gives groups', async () => {
    expect(await can('list', 'configmaps', '--as=bob', '--as-group=dev')).toBe('yes');
    expect(await can('list', 'configmaps', '--as=bob', '--as-group=x', '--as-group=system:masters')).toBe('yes');
    expect(await can('list', 'configmaps', '--as=bob', '--as-group=x')).toMatch(/^no/);
  });
  it('D-109 --as takes service accounts', async () => {
    expect(await can('list', 'configmaps', '--as=system:serviceaccount:as:robot')).toBe('yes');
    expect(await can('list', 'configmaps', '--as=system:serviceaccount:as:other')).toMatch(/^no/);
  });
  it('B-128 needs the right to', async () => {
    const asActor = '--as=actor'; // all authenticated users may review their own rights
    expect(await can('impersonate', 'users/jane', asActor)).toBe('yes');
    expect(await can('impersonate', 'users/root', asActor)).toMatch(/^no/);
    expect(await can('impersonate', 'groups/dev', asActor)).toBe('yes');
    expect(await can('impersonate', 'groups/system:masters', asActor)).toMatch(/^no/);
  });
  it('B-136 --as-uid gives the uid, from 1.22 on', async () => {
    if (minor < 22) return;
    expect(await can('list', 'configmaps', '--as=jane', '--as-uid=7')).toBe('yes');
    if (minor < 28) return;
    const shown = await kubectl.run('auth', 'whoami', '--as=jane', '--as-uid=7', '--as-group=dev', '-o', 'json');
    expect((JSON.parse(shown) as { status: object }).status).toEqual({
      userInfo: { username: 'jane', uid: '7', groups: ['dev', 'system:authenticated'] },
    });
  });
  it('B-137 --as-group alone is refused', async () => {
    // kubectl itself may already refuse it; no release may act as the administrator then.
    expect(await kubectl.fails(undefined, 'get', 'pods', '--as-group=dev')).toMatch(/without impersonating a user/);
  });
  it('B-128 a user of kubectl create token may not', async () => {
    if (minor < 24) return;
    const token = (await kubectl.run('create', 'token', 'robot')).trim();
    // With the administrator's certificate, which is tried first, the token would not be used.
    const bare = [
      '--kubeconfig=/dev/null',
      `--server=${kubectl.plane.url}`,
      '--insecure-skip-tls-verify',
      `--token=${token}`,
    ];
    expect(await kubectl.run('get', 'configmaps', ...bare)).toBeDefined();
    expect(await kubectl.fails(undefined, 'get', 'configmaps', '--as=jane', ...bare)).toContain(
      'users "jane" is forbidden: User "system:serviceaccount:as:robot" cannot impersonate resource "users"',
    );
  });
});
