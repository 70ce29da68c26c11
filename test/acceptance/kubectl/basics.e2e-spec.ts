import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '@orch/testing';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

const POD = `
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  containers: [{ name: web, image: example.com/web:1 }]
`;

describe.each(installedKubectls())('kubectl %s, unmodified', (_release, file) => {
  let kubectl: Kubectl;

  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'tour');
  });
  afterAll(() => kubectl?.stop());

  /** Watches of config maps that the servers hold open, by their metrics. */
  const openWatches = async (): Promise<number> => {
    const pages = kubectl.plane.servers.map(({ url }) => kubectl.run('--server', url, 'get', '--raw', '/metrics'));
    const lines = (await Promise.all(pages))
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('apiserver_longrunning_requests{') && line.includes('"configmaps"'));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  };

  it('C-293 C-289 C-291 version, api-versions, api-resources', async () => {
    expect(await kubectl.run('version')).toMatch(/Server Version: .*1.*37/);
    expect((await kubectl.run('api-versions')).split('\n')).toEqual(
      expect.arrayContaining(['certificates.k8s.io/v1', 'coordination.k8s.io/v1', 'storage.k8s.io/v1', 'v1']),
    );
    expect(await kubectl.run('api-resources')).toMatch(/configmaps\s+cm\s+v1\s+true\s+ConfigMap/);
  });

  it('A-542 C-297 create -f with validation, get, delete with its wait', async () => {
    const file = join(kubectl.folder, 'pod.yaml');
    await writeFile(file, POD);
    expect(await kubectl.run('create', '-f', file)).toBe('pod/web created\n');
    expect(await kubectl.run('get', 'pods')).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE\nweb +0\/1 +Pending/);
    expect(await kubectl.run('get', 'pod', 'web', '-o', 'jsonpath={.spec.containers[0].image}')).toBe(
      'example.com/web:1',
    );
    const wrong = await kubectl.attempt(['create', '-f', '-'], POD.replace('image:', 'imag:'));
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('imag');
    expect(await kubectl.run('delete', 'pod', 'web')).toContain('pod "web" deleted');
    expect((await kubectl.attempt(['get', 'pod', 'web'])).stderr).toContain('NotFound');
  });

  it('A-539 A-055 get -w follows changes', async () => {
    await kubectl.run('create', 'configmap', 'watched');
    const watch = spawn(file, ['-n', kubectl.namespace, 'get', 'cm', 'watched', '-w', '--no-headers'], {
      env: { ...process.env, ...kubectl.environment },
    });
    const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^watched +0/);
    await kubectl.run('patch', 'cm', 'watched', '--type=merge', '-p', '{"data":{"a":"1"}}');
    expect((await lines.next()).value).toMatch(/^watched +1/);
    watch.kill();
  });

  it('C-029 wait --for=delete', async () => {
    const held = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'leaving', finalizers: ['example.com/hold'] },
    };
    expect((await kubectl.attempt(['create', '-f', '-'], JSON.stringify(held))).stderr).toBe('');
    await kubectl.run('delete', 'configmap', 'leaving', '--wait=false');
    const before = await openWatches();
    const waiting = kubectl.run('wait', '--for=delete', 'configmap/leaving', '--timeout=30s');
    // It waits by watching: only then the object may go.
    while ((await openWatches()) <= before);
    await kubectl.run('patch', 'configmap', 'leaving', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    expect(await waiting).toContain('condition met');
  });

  it('A-489 A-491 certificate approve and deny', async () => {
    const key = join(kubectl.folder, 'k.pem');
    const pem = join(kubectl.folder, 'k.csr');
    await runCommand('openssl', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', key]);
    await runCommand('openssl', ['req', '-new', '-key', key, '-subj', '/CN=joe', '-out', pem]);
    const request = (await readFile(pem)).toString('base64');
    for (const name of ['joe', 'jim']) {
      const object = {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name },
        spec: { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
      };
      const made = await kubectl.attempt(['create', '-f', '-'], JSON.stringify(object));
      expect(made.stderr).toBe('');
    }
    await kubectl.run('certificate', 'approve', 'joe');
    await kubectl.run('certificate', 'deny', 'jim');
    expect(await kubectl.run('get', 'csr', 'jim')).toMatch(/jim .* Denied/);
    expect(await kubectl.run('get', 'csr', 'joe')).toMatch(/joe .* Approved/);
  });
});
