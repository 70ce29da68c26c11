import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readdirSync } from 'node:fs';
import type { Pod } from '@orch/api';
import { builtinResources } from '@orch/client';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s reads', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    // Older clients describe slices of endpoints in a beta version.
    kubectl = await Kubectl.start(file, 'reads', minor < 21 ? { flags: ['--emulated-version=1.24'] } : {});
    for (const name of ['c', 'a', 'b']) await kubectl.run('create', 'configmap', name, `--from-literal=k=${name}`);
    await kubectl.run('label', 'cm', 'b', 'tier=gold');
    await kubectl.run('run', 'web', '--image=example.com/web:1');
  });
  afterAll(() => kubectl?.stop());

  const OURS = ['get', 'cm', '--field-selector=metadata.name!=kube-root-ca.crt'];

  it.each<[flag: string, expected: RegExp]>([
    ['-o=name', /^configmap\/a\nconfigmap\/b\nconfigmap\/c\n$/],
    ['-o=wide', /^NAME +DATA +AGE\na +1 /],
    ['-o=json', /"kind": "List"/],
    ['-o=yaml', /kind: List/],
    ['-o=jsonpath={.items[*].data.k}', /^a b c$/],
    ['-o=custom-columns=N:.metadata.name,K:.data.k', /^N +K\na +a\nb +b\nc +c\n$/],
    ['-o=go-template={{range .items}}{{.metadata.name}} {{end}}', /^a b c $/],
    ['--no-headers', /^a +1 /],
    ['--show-labels', /^NAME +DATA +AGE +LABELS\n[^]*b +1 +\S+ +tier=gold/],
    ['--show-kind', /configmap\/a/],
    ['--chunk-size=1', /\na [^]*\nb [^]*\nc /],
    ['--sort-by=.data.k', /\na [^]*\nb [^]*\nc /],
    ['--selector=tier=gold', /^NAME +DATA +AGE\nb +1 +\S+\n$/],
    ['--output=jsonpath-as-json={.items[*].metadata.name}', /"a",\n +"b",\n +"c"/],
  ])('C-064 get cm %s', async (flag, expected) => {
    expect(await kubectl.run(...OURS, flag)).toMatch(expected);
  });

  it('C-284 get with field selectors', async () => {
    const of = (selector: string) => kubectl.run('get', 'pods', '-o', 'name', `--field-selector=${selector}`);
    expect(await of('status.phase=Pending')).toBe('pod/web\n');
    expect(await of('status.phase=Running')).toBe('');
    expect(await kubectl.fails(undefined, 'get', 'pods', '--field-selector=spec.image=x')).toContain(
      'field label not supported',
    );
  });

  it('A-093 get -w --output-watch-events', async () => {
    const args = ['-n', kubectl.namespace, 'get', 'cm', 'a', '-w', '--output-watch-events', '--no-headers'];
    const watch = spawn(file, args, { env: { ...process.env, ...kubectl.environment } });
    const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^ADDED +a +1/);
    await kubectl.run('label', 'cm', 'a', 'seen=yes');
    expect((await lines.next()).value).toMatch(/^MODIFIED +a +1/);
    await kubectl.run('delete', 'cm', 'a');
    expect((await lines.next()).value).toMatch(/^DELETED +a +1/);
    watch.kill();
    await kubectl.run('create', 'configmap', 'a', '--from-literal=k=a');
  });

  it('A-539 wait for a condition and for a value', async () => {
    const waiting = kubectl.run('wait', '--for=condition=Ready', 'pod/web', '--timeout=30s');
    // By our own client: `patch --subresource` came with 1.24.
    const pods = kubectl.plane.client.resource<Pod>(builtinResources.pods);
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    await pods.subresource('status').patch({ namespace: kubectl.namespace, name: 'web' }, 'merge', { status });
    expect(await waiting).toBe('pod/web condition met\n');
    if (minor >= 23) {
      expect(await kubectl.run('wait', '--for=jsonpath={.status.phase}=Running', 'pod/web')).toBe(
        'pod/web condition met\n',
      );
    }
  });

  it('C-289 api-resources -o wide, api-versions', async () => {
    const wide = await kubectl.run('api-resources', '-o', 'wide');
    expect(wide).toMatch(/deployments +deploy +apps\/v1 +true +Deployment .*create/);
    expect(await kubectl.run('api-resources', '--api-group=batch', '-o', 'name')).toContain('jobs.batch');
    if (minor < 22) return;
    const all = await kubectl.run('api-resources', '--categories=all', '-o', 'name');
    expect(all.trim().split('\n')).toEqual(
      expect.arrayContaining(['pods', 'services', 'deployments.apps', 'jobs.batch']),
    );
  });

  it('C-289 get all shows every kind of the category', async () => {
    expect(await kubectl.run('get', 'all')).toContain('pod/web');
  });

  it('A-524 get --raw', async () => {
    const list = JSON.parse(await kubectl.run('get', '--raw', '/apis')) as { kind: string };
    expect(list.kind).toBe('APIGroupList');
    expect(await kubectl.run('get', '--raw', '/readyz')).toBe('ok');
  });

  it('A-013 auth can-i', async () => {
    expect(await kubectl.run('auth', 'can-i', 'create', 'pods')).toBe('yes\n');
  });

  it('cluster-info, version, config view', async () => {
    expect(await kubectl.run('cluster-info')).toContain('control plane');
    expect(await kubectl.run('version', '-o', 'json')).toContain('serverVersion');
  });

  it('C-289 describe of every kind that can be listed and has an object', async () => {
    const names = (await kubectl.run('api-resources', '--verbs=list', '-o', 'name')).trim().split('\n');
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const { status, stderr } = await kubectl.attempt(['describe', name, '--all-namespaces']);
      expect({
        name,
        status,
        stderr: stderr.replace(/^Warning.*\n/gm, '').replace(/^No resources found.*\n/m, ''),
      }).toEqual({ name, status: 0, stderr: '' });
    }
  });

  it('A-043 cached discovery lies in the client’s folder, so it was understood', () => {
    expect(readdirSync(kubectl.folder)).toContain('.kube');
  });
});
