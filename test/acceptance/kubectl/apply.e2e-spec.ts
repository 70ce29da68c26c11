import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

interface Applied {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly annotations?: Record<string, string>;
    readonly managedFields: readonly { manager: string; operation: string }[];
  };
  readonly data?: Record<string, string>;
  readonly spec?: { replicas?: number; template: { spec: { containers: { name: string; image: string }[] } } };
}

const deployment = (image: string, sidecar = '', replicas = '') => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
      - { name: web, image: "${image}", env: [{ name: A, value: "1" }], ports: [{ containerPort: 80 }] }
      ${sidecar}
`;
const SIDECAR = '- { name: log, image: "example.com/log:1" }';
const configMap = (name: string, data: object, labels?: object) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(labels && { labels }) }, data });
const list = (...objects: string[]) => `{"apiVersion":"v1","kind":"List","items":[${objects.join(',')}]}`;

describe.each(installedKubectls())('kubectl %s applies', (release, file) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'applies');
  });
  afterAll(() => kubectl?.stop());

  it('A-554 client-side: creates, changes list items by their key, removes what is gone, leaves alone what is not its own', async () => {
    expect(await kubectl.feed(deployment('example.com/web:1', SIDECAR), 'apply', '-f', '-')).toBe(
      'deployment.apps/web created\n',
    );
    await kubectl.run('scale', 'deployment', 'web', '--replicas=3');
    expect(await kubectl.feed(deployment('example.com/web:2'), 'apply', '-f', '-')).toBe(
      'deployment.apps/web configured\n',
    );
    const { spec } = await kubectl.object<Applied>('deployment', 'web');
    expect(spec!.replicas).toBe(3);
    expect(spec!.template.spec.containers.map(({ name, image }) => `${name} ${image}`)).toEqual([
      'web example.com/web:2',
    ]);
  });

  it('C-122 client-side: the same file again changes nothing', async () => {
    const before = await kubectl.object<Applied>('deployment', 'web');
    expect(await kubectl.feed(deployment('example.com/web:2'), 'apply', '-f', '-')).toBe(
      'deployment.apps/web unchanged\n',
    );
    expect((await kubectl.object<Applied>('deployment', 'web')).metadata.resourceVersion).toBe(
      before.metadata.resourceVersion,
    );
  });

  it('A-115 diff shows what an apply would do, and does nothing', async () => {
    const { status, stdout } = await kubectl.attempt(['diff', '-f', '-'], deployment('example.com/web:3'));
    expect(status).toBe(1);
    expect(stdout).toContain('image: example.com/web:3');
    expect((await kubectl.attempt(['diff', '-f', '-'], deployment('example.com/web:2'))).status).toBe(0);
  });

  it('A-131 C-113 A-144 server-side: creates, conflicts, forces', async () => {
    const applied = (data: object, ...args: string[]) =>
      kubectl.attempt(['apply', '--server-side', '-f', '-', ...args], configMap('shared', data));
    expect((await applied({ a: '1', b: '1' }, '--field-manager=one')).stdout).toBe(
      'configmap/shared serverside-applied\n',
    );
    const conflict = await applied({ a: '2' }, '--field-manager=two');
    expect(conflict.status).toBe(1);
    expect(conflict.stderr).toContain('conflict with "one"');
    expect(conflict.stderr).toContain('.data.a');
    expect((await applied({ a: '2' }, '--field-manager=two', '--force-conflicts')).status).toBe(0);
    expect((await applied({ b: '1' }, '--field-manager=one')).status).toBe(0);
    const { data, metadata } = await kubectl.object<Applied>(
      'configmap',
      'shared',
      ...(release === '1.20' ? [] : ['--show-managed-fields']),
    );
    expect(data).toEqual({ a: '2', b: '1' });
    expect(metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`).toSorted()).toEqual([
      'one Apply',
      'two Apply',
    ]);
  });

  it('C-122 server-side: the same file again makes no revision', async () => {
    const apply = () => kubectl.feed(configMap('still', { a: '1' }), 'apply', '--server-side', '-f', '-');
    await apply();
    const before = await kubectl.object<Applied>('configmap', 'still');
    await apply();
    const after = await kubectl.object<Applied>('configmap', 'still');
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });

  it('C-123 server-side after client-side: takes over', async () => {
    await kubectl.feed(configMap('moved', { a: '1', b: '1' }), 'apply', '-f', '-');
    const moved = await kubectl.attempt(['apply', '--server-side', '-f', '-'], configMap('moved', { a: '2' }));
    // Before 1.26 a manager of client-side apply keeps its fields, and says so.
    if (Number(release.split('.')[1]) < 26) return expect(moved.stderr).toMatch(/^$|conflict/);
    expect(moved.stderr).toBe('');
    expect((await kubectl.object<Applied>('configmap', 'moved')).data).toEqual({ a: '2' });
  });

  it('C-250 --prune deletes what the files no longer hold', async () => {
    const files = [configMap('kept', {}, { set: 'pruned' }), configMap('dropped', {}, { set: 'pruned' })];
    const prune = ['--prune', '-l', 'set=pruned', '--prune-allowlist=core/v1/ConfigMap'];
    if (Number(release.split('.')[1]) < 26) prune[3] = '--prune-whitelist=core/v1/ConfigMap';
    await kubectl.feed(list(...files), 'apply', ...prune, '-f', '-');
    expect(await kubectl.feed(files[0], 'apply', ...prune, '-f', '-')).toContain('configmap/dropped pruned');
    expect(await kubectl.run('get', 'cm', '-l', 'set=pruned', '-o', 'name')).toBe('configmap/kept\n');
  });

  it('kustomize builds, apply takes it', async () => {
    const folder = join(kubectl.folder, 'kustomized');
    await mkdir(folder);
    await writeFile(join(folder, 'cm.yaml'), configMap('base', { a: '1' }));
    await writeFile(join(folder, 'kustomization.yaml'), 'namePrefix: dev-\nresources: [cm.yaml]\n');
    const built = await kubectl.run('kustomize', folder);
    expect(await kubectl.feed(built, 'apply', '-f', '-')).toBe('configmap/dev-base created\n');
    expect(await kubectl.run('apply', '-k', folder)).toBe('configmap/dev-base unchanged\n');
  });

  it('apply view-last-applied, set-last-applied', async () => {
    await kubectl.feed(configMap('last', { a: '1' }), 'apply', '-f', '-');
    expect(await kubectl.run('apply', 'view-last-applied', 'configmap/last')).toMatch(/data:\n\s+a: "1"/);
  });
});
