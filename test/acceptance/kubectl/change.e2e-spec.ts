import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigMap } from '@orch/api';
import { builtinResources } from '@orch/client';
import { untilGone } from '@orch/testing';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s changes', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'changes');
    await kubectl.run('create', 'configmap', 'c', '--from-literal=a=1');
    await kubectl.run('create', 'deployment', 'web', '--image=example.com/web:1');
  });
  afterAll(() => kubectl?.stop());

  const data = (name: string) => kubectl.run('get', 'cm', name, '-o', 'jsonpath={.data}');

  it.each([
    ['strategic', '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"example.com/web:s"}]}}}}'],
    ['merge', '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"example.com/web:m"}]}}}}'],
    ['json', '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"example.com/web:j"}]'],
  ])('A-549 patch --type=%s', async (type, patch) => {
    await kubectl.run('patch', 'deployment', 'web', `--type=${type}`, '-p', patch);
    const image = await kubectl.run(
      'get',
      'deployment',
      'web',
      '-o',
      'jsonpath={.spec.template.spec.containers[0].image}',
    );
    expect(image).toBe(`example.com/web:${type[0]}`);
  });

  it('A-554 edit with an editor', async () => {
    const editor = join(kubectl.folder, 'editor.sh');
    await writeFile(editor, '#!/bin/sh\nsed -i "s/a: \\"1\\"/a: edited/" "$1"\n');
    await chmod(editor, 0o755);
    const result = await kubectl.attempt(['edit', 'cm', 'c'], undefined, { KUBE_EDITOR: editor });
    expect(result.stderr).toBe('');
    expect(result.stdout).toBe('configmap/c edited\n');
    expect(await data('c')).toBe('{"a":"edited"}');
  });

  it('A-547 replace, and replace --force', async () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { b: '2' } };
    expect(await kubectl.feed(JSON.stringify(object), 'replace', '-f', '-')).toBe('configmap/c replaced\n');
    expect(await data('c')).toBe('{"b":"2"}');
    const uid = () => kubectl.run('get', 'cm', 'c', '-o', 'jsonpath={.metadata.uid}');
    const before = await uid();
    await kubectl.feed(JSON.stringify(object), 'replace', '--force', '-f', '-');
    expect(await uid()).not.toBe(before);
  });

  it('A-548 replace of a stale version is refused', async () => {
    const object = await kubectl.object('cm', 'c');
    await kubectl.run('label', 'cm', 'c', 'newer=yes');
    expect(await kubectl.fails(JSON.stringify(object), 'replace', '-f', '-')).toContain('the object has been modified');
  });

  it('C-237 scale', async () => {
    await kubectl.run('scale', 'deployment', 'web', '--replicas=4');
    expect(await kubectl.run('get', 'deployment', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('4');
    await kubectl.fails(undefined, 'scale', 'deployment', 'web', '--current-replicas=3', '--replicas=5');
  });

  it('A-554 label, annotate, with --overwrite and removal', async () => {
    await kubectl.run('label', 'cm', 'c', 'tier=gold');
    await kubectl.fails(undefined, 'label', 'cm', 'c', 'tier=iron');
    await kubectl.run('label', '--overwrite', 'cm', 'c', 'tier=iron');
    await kubectl.run('annotate', 'cm', 'c', 'note=x');
    await kubectl.run('annotate', 'cm', 'c', 'note-');
    expect(await kubectl.run('get', 'cm', 'c', '-L', 'tier', '--no-headers')).toMatch(/iron\n$/);
    await kubectl.run('label', 'cm', 'c', 'tier-');
    expect(await kubectl.run('get', 'cm', '-l', 'tier', '-o', 'name')).toBe('');
  });

  it('A-501 cordon, taint, uncordon a node', async () => {
    await kubectl.feed(
      JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }),
      'create',
      '-f',
      '-',
    );
    await kubectl.run('cordon', 'n1');
    await kubectl.run('taint', 'nodes', 'n1', 'key=value:NoSchedule');
    expect(await kubectl.run('get', 'node', 'n1')).toMatch(/SchedulingDisabled/);
    await kubectl.run('uncordon', 'n1');
    await kubectl.run('taint', 'nodes', 'n1', 'key-');
  });

  it('A-014 drain evicts the pods of a node', async () => {
    const spec = { nodeName: 'n1', terminationGracePeriodSeconds: 0, containers: [{ name: 'a', image: 'a' }] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'debugged' }, spec };
    await kubectl.feed(JSON.stringify(pod), 'create', '-f', '-');
    await kubectl.run('drain', 'n1', '--force', '--grace-period=0', '--timeout=30s');
    expect(await kubectl.fails(undefined, 'get', 'pod', 'debugged')).toContain('NotFound');
  });

  it('C-233 logs and exec say that there is no node', async () => {
    await kubectl.run('run', 'alone', '--image=example.com/a:1');
    expect(await kubectl.fails(undefined, 'logs', 'alone')).toMatch(/alone/);
    expect(await kubectl.fails(undefined, 'exec', 'alone', '--', 'ls')).toMatch(/alone/);
  });

  if (minor >= 25) {
    it('C-233 debug adds an ephemeral container', async () => {
      await kubectl.run('debug', 'alone', '--image=example.com/tool:1', '-c', 'tool', '--attach=false');
      const names = 'jsonpath={.spec.ephemeralContainers[*].name}';
      expect(await kubectl.run('get', 'pod', 'alone', '-o', names)).toBe('tool');
    });
  }

  it('rollout pause, resume, restart, status', async () => {
    await kubectl.run('rollout', 'pause', 'deployment/web');
    expect(await kubectl.run('get', 'deployment', 'web', '-o', 'jsonpath={.spec.paused}')).toBe('true');
    await kubectl.run('rollout', 'resume', 'deployment/web');
    await kubectl.run('rollout', 'restart', 'deployment/web');
    expect(await kubectl.run('rollout', 'status', 'deployment/web', '--watch=false')).toContain(
      'Waiting for deployment',
    );
  });

  it.each(['background', 'foreground', 'orphan'])('C-226 delete --cascade=%s', async (cascade) => {
    const owner = `owner-${cascade}`;
    await kubectl.run('create', 'configmap', owner);
    const uid = await kubectl.run('get', 'cm', owner, '-o', 'jsonpath={.metadata.uid}');
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid, blockOwnerDeletion: true }];
    const metadata = { name: `of-${cascade}`, ownerReferences };
    await kubectl.feed(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata }), 'create', '-f', '-');
    await kubectl.run('delete', 'cm', owner, `--cascade=${cascade}`, '--timeout=30s');
    expect(await kubectl.fails(undefined, 'get', 'cm', owner)).toContain('NotFound');
    if (cascade === 'orphan') {
      const references = 'jsonpath={.metadata.ownerReferences}';
      expect(await kubectl.run('get', 'cm', `of-${cascade}`, '-o', references)).toBe('');
    } else {
      const configMaps = kubectl.plane.client.resource<ConfigMap>(builtinResources.configMaps);
      await untilGone(configMaps, { namespace: kubectl.namespace, name: `of-${cascade}` });
    }
  });

  it('A-556 delete by label, and --all', async () => {
    for (const name of ['x', 'y']) await kubectl.run('create', 'configmap', name);
    await kubectl.run('label', 'cm', 'x', 'y', 'go=yes');
    expect(await kubectl.run('delete', 'cm', '-l', 'go=yes', '-o', 'name')).toBe('configmap/x\nconfigmap/y\n');
    await kubectl.run('delete', 'cm', '--all');
    expect(await kubectl.run('get', 'cm', '-o', 'name')).toMatch(/^(configmap\/kube-root-ca.crt\n)?$/);
  });
});
