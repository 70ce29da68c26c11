import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

interface Patched {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly finalizers?: string[];
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly data?: Record<string, string>;
  readonly spec: {
    readonly containers: readonly { name: string; image: string }[];
  };
}

const pod = (first: string, second: string, metadata = '') => `
apiVersion: v1
kind: Pod
metadata: { name: web, ${metadata} }
spec:
  containers:
  - { name: web, image: "example.com/web:${first}", env: [{ name: A, value: "1" }, { name: B, value: "2" }] }
  - { name: log, image: "example.com/log:${second}" }
`;
const map = (metadata: string, data: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: c, ${metadata} }
data: ${data}
`;

describe.each(installedKubectls())('kubectl %s patches', (_release, file) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'patches');
  });
  afterAll(() => kubectl?.stop());

  const images = async () =>
    (await kubectl.object<Patched>('pod', 'web')).spec.containers.map(({ name, image }) => `${name} ${image}`);
  const patch = (resource: string, type: string, text: object) =>
    kubectl.run('patch', ...resource.split('/'), `--type=${type}`, '-p', JSON.stringify(text));

  it('A-554 apply merges containers by name and takes away what its file no longer names', async () => {
    const apply = (text: string) => kubectl.feed(text, 'apply', '-f', '-');
    expect(await apply(pod('1', '1', 'labels: { a: "1", b: "1" }'))).toBe('pod/web created\n');
    await kubectl.run('label', 'pod', 'web', 'theirs=x');
    expect(await apply(pod('1', '2', 'labels: { a: "2" }'))).toBe('pod/web configured\n');
    expect(await images()).toEqual(['web example.com/web:1', 'log example.com/log:2']);
    const { metadata } = await kubectl.object<Patched>('pod', 'web');
    expect(metadata.labels).toEqual({ a: '2', theirs: 'x' });
    expect(await apply(pod('1', '2', 'labels: { a: "2" }'))).toBe('pod/web unchanged\n');
    expect((await kubectl.object<Patched>('pod', 'web')).metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  it('A-554 set image changes one container', async () => {
    expect(await kubectl.run('set', 'image', 'pod/web', 'web=example.com/web:3')).toBe('pod/web image updated\n');
    expect(await images()).toEqual(['web example.com/web:3', 'log example.com/log:2']);
  });

  it('A-554 C-257 patch in the default form merges containers, and deletes by directive', async () => {
    const containers = [{ name: 'log', image: 'example.com/log:4' }];
    expect(await kubectl.run('patch', 'pod', 'web', '-p', JSON.stringify({ spec: { containers } }))).toBe(
      'pod/web patched\n',
    );
    expect(await images()).toEqual(['web example.com/web:3', 'log example.com/log:4']);
    await patch('pod/web', 'strategic', { metadata: { labels: { $patch: 'delete' } } });
    expect((await kubectl.object<Patched>('pod', 'web')).metadata.labels).toBeUndefined();
    const wrong = await kubectl.fails(
      undefined,
      'patch',
      'pod',
      'web',
      '-p',
      '{"spec":{"containers":[{"image":"x"}]}}',
    );
    expect(wrong).toContain('map: map[image:x] does not contain declared merge key: name');
  });

  it('A-552 A-553 A-554 patch --type=merge, json and strategic of one map', async () => {
    await kubectl.feed(map('finalizers: [x.io/a, x.io/b]', '{ a: "1" }'), 'create', '-f', '-');
    await patch('cm/c', 'merge', { data: { a: null, b: '2' } });
    await patch('cm/c', 'json', [{ op: 'add', path: '/data/c', value: '3' }]);
    await patch('cm/c', 'strategic', {
      data: { d: '4' },
      metadata: { '$deleteFromPrimitiveList/finalizers': ['x.io/a'] },
    });
    const { data, metadata } = await kubectl.object<Patched>('cm', 'c');
    expect([data, metadata.finalizers]).toEqual([{ b: '2', c: '3', d: '4' }, ['x.io/b']]);
    await patch('cm/c', 'merge', { metadata: { finalizers: null } });
  });

  it('A-554 edit sends what the editor changed', async () => {
    const editor = join(kubectl.folder, 'editor.sh');
    await writeFile(editor, '#!/bin/sh\nsed -i -e "s/^  d: .*/  d: edited/" -e "/^  c: /d" "$1"\n');
    await chmod(editor, 0o755);
    const { status, stdout, stderr } = await kubectl.attempt(['edit', 'cm', 'c'], undefined, { KUBE_EDITOR: editor });
    expect([status, stdout, stderr]).toEqual([0, 'configmap/c edited\n', '']);
    expect((await kubectl.object<Patched>('cm', 'c')).data).toEqual({ b: '2', d: 'edited' });
  });

  it('A-554 label and annotate, with --overwrite, and away again', async () => {
    await kubectl.run('label', 'cm', 'c', 'tier=gold');
    await kubectl.run('label', 'cm', 'c', 'tier=silver', '--overwrite');
    await kubectl.run('annotate', 'cm', 'c', 'note=hello');
    const { metadata } = await kubectl.object<Patched>('cm', 'c');
    expect([metadata.labels, metadata.annotations]).toEqual([{ tier: 'silver' }, { note: 'hello' }]);
    await kubectl.run('label', 'cm', 'c', 'tier-');
    await kubectl.run('annotate', 'cm', 'c', 'note-');
    const after = (await kubectl.object<Patched>('cm', 'c')).metadata;
    expect([after.labels, after.annotations]).toEqual([undefined, undefined]);
  });

  it('A-554 C-103 diff shows what an apply would change', async () => {
    await kubectl.feed(map('labels: { a: "1" }', '{ b: "2" }'), 'apply', '-f', '-');
    const { status, stdout } = await kubectl.attempt(['diff', '-f', '-'], map('labels: { a: "2" }', '{ b: "2" }'));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^-\s+a: "1"\n\+\s+a: "2"$/m);
    expect((await kubectl.object<Patched>('cm', 'c')).metadata.labels).toEqual({ a: '1' });
  });
});
