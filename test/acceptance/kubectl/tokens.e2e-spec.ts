import { decodeJwt } from 'jose';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s about tokens', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'tokens');
    await kubectl.run('create', 'serviceaccount', 'robot');
  });
  afterAll(() => kubectl?.stop());

  const asRobot = (token: string, ...args: string[]) =>
    kubectl.attempt([
      '--kubeconfig=/dev/null',
      `--server=${kubectl.plane.url}`,
      '--insecure-skip-tls-verify',
      `--token=${token}`,
      ...args,
    ]);

  it('D-036 D-037 B-022 create token gives one that is good, from 1.24 on', async () => {
    if (minor < 24) return;
    const token = (await kubectl.run('create', 'token', 'robot', '--duration=15m')).trim();
    const { sub, exp, iat } = decodeJwt(token);
    expect([sub, exp! - iat!]).toEqual(['system:serviceaccount:tokens:robot', 900]);
    expect((await asRobot(token, 'get', 'pods')).stderr).toContain(
      'User "system:serviceaccount:tokens:robot" cannot list resource "pods"',
    );
    await kubectl.run('create', 'rolebinding', 'robot', '--clusterrole=view', '--serviceaccount=tokens:robot');
    const allowed = await asRobot(token, 'get', 'pods');
    expect([allowed.status, allowed.stderr.trim()]).toEqual([0, 'No resources found in tokens namespace.']);
    if (minor >= 28)
      expect((await asRobot(token, 'auth', 'whoami')).stdout).toContain('system:serviceaccount:tokens:robot');
  });

  it('D-038 D-039 a token goes with the pod it is bound to', async () => {
    if (minor < 24) return;
    await kubectl.run('run', 'web', '--image=example.com/web:1', '--overrides={"spec":{"serviceAccountName":"robot"}}');
    const bound = ['--bound-object-kind=Pod', '--bound-object-name=web'];
    const token = (await kubectl.run('create', 'token', 'robot', ...bound)).trim();
    expect((await asRobot(token, 'auth', 'can-i', 'get', '/healthz')).stdout).toBe('yes\n');
    await kubectl.run('delete', 'pod', 'web', '--grace-period=0', '--force');
    expect((await asRobot(token, 'get', 'pods')).stderr).toContain('Unauthorized');
    const gone = await kubectl.attempt(['create', 'token', 'robot', ...bound]);
    expect([gone.status, gone.stderr]).toEqual([1, expect.stringContaining('pods "web" not found')]);
  });

  it('D-040 B-032 the token of a Secret is shown and is good', async () => {
    const manifest = `
apiVersion: v1
kind: Secret
metadata:
  name: kept
  annotations:
    kubernetes.io/service-account.name: robot
type: kubernetes.io/service-account-token
`;
    await kubectl.feed(manifest, 'apply', '-f', '-');
    if (minor >= 23)
      await kubectl.run('wait', 'secret/kept', '--for=jsonpath={.data.namespace}=dG9rZW5z', '--timeout=30s');
    else return;
    expect(await kubectl.run('describe', 'secret', 'kept')).toMatch(/^token: +eyJ/m);
    const token = Buffer.from(await kubectl.run('get', 'secret', 'kept', '-o', 'jsonpath={.data.token}'), 'base64');
    expect((await asRobot(token.toString(), 'auth', 'can-i', 'get', '/healthz')).stdout).toBe('yes\n');
  });
});
