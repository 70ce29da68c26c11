import { spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  runCommand,
  startControlPlane,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';

/** kubectl 1.20 always; the one in the PATH too when it is another. */
const old = process.env['ORCH_TEST_KUBECTL']!;
const inPath = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
const newest = inPath.status === 0 ? /"gitVersion": "v(\d+\.\d+)/.exec(inPath.stdout)?.[1] : undefined;
const kubectls: [string, string][] = [['1.20', old]];
if (newest !== undefined && newest !== '1.20') kubectls.push([newest, 'kubectl']);

const POD = `
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  containers: [{ name: web, image: example.com/web:1 }]
`;

describe.each(kubectls)('kubectl %s, unmodified', (_version, kubectl) => {
  let plane: TestControlPlane;
  let files: TemporaryDirectory;
  const namespace = 'tour';

  beforeAll(async () => {
    files = await temporaryDirectory();
    plane = await startControlPlane({ vocabulary: 'kubernetes' });
    expect((await run('create', 'namespace', namespace)).stdout).toBe(`namespace/${namespace} created\n`);
  });
  afterAll(async () => {
    await plane?.stop();
    await files?.remove();
  });

  const environment = () => ({ HOME: files.path, KUBECONFIG: plane.adminConf });
  const tryTo = (args: readonly string[], input?: string) =>
    runCommand(kubectl, args, { environment: environment(), ...(input === undefined ? {} : { input }) });
  const run = async (...args: string[]) => {
    const result = await tryTo(args);
    if (result.status !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
    return result;
  };
  const inNamespace = (...args: string[]) => run('-n', namespace, ...args);

  /** Watches of config maps that the server holds open, by its metrics. */
  const openWatches = async (): Promise<number> => {
    const { stdout } = await run('get', '--raw', '/metrics');
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('apiserver_longrunning_requests{') && line.includes('"configmaps"'));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  };

  it('C-293 C-289 C-291 version, api-versions, api-resources', async () => {
    expect((await run('version')).stdout).toMatch(/Server Version: .*1.*24/);
    expect((await run('api-versions')).stdout.split('\n')).toEqual(
      expect.arrayContaining(['certificates.k8s.io/v1', 'coordination.k8s.io/v1', 'storage.k8s.io/v1', 'v1']),
    );
    expect((await run('api-resources')).stdout).toMatch(/configmaps\s+cm\s+v1\s+true\s+ConfigMap/);
  });

  it('A-542 C-297 create -f with validation, get, delete with its wait', async () => {
    const file = join(files.path, 'pod.yaml');
    await writeFile(file, POD);
    expect((await inNamespace('create', '-f', file)).stdout).toBe('pod/web created\n');
    expect((await inNamespace('get', 'pods')).stdout).toMatch(
      /^NAME +READY +STATUS +RESTARTS +AGE\nweb +0\/1 +Pending/,
    );
    expect((await inNamespace('get', 'pod', 'web', '-o', 'jsonpath={.spec.containers[0].image}')).stdout).toBe(
      'example.com/web:1',
    );
    const wrong = await tryTo(['-n', namespace, 'create', '-f', '-'], POD.replace('image:', 'imag:'));
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('imag');
    expect((await inNamespace('delete', 'pod', 'web')).stdout).toContain('pod "web" deleted');
    expect((await tryTo(['-n', namespace, 'get', 'pod', 'web'])).stderr).toContain('NotFound');
  });

  it('A-549 A-552 A-553 create, label, annotate, patch', async () => {
    expect((await inNamespace('create', 'configmap', 'c', '--from-literal=a=1')).stdout).toBe('configmap/c created\n');
    await inNamespace('create', 'secret', 'generic', 's', '--from-literal=k=v');
    await inNamespace('label', 'configmap', 'c', 'tier=gold');
    await inNamespace('annotate', 'configmap', 'c', 'note=hello');
    await inNamespace('patch', 'configmap', 'c', '--type=merge', '-p', '{"data":{"b":"2"}}');
    await inNamespace('patch', 'configmap', 'c', '--type=json', '-p', '[{"op":"add","path":"/data/c","value":"3"}]');
    const { metadata, data } = JSON.parse((await inNamespace('get', 'cm', 'c', '-o', 'json')).stdout) as {
      metadata: { labels: object; annotations: object };
      data: object;
    };
    expect(data).toEqual({ a: '1', b: '2', c: '3' });
    expect(metadata.labels).toEqual({ tier: 'gold' });
    expect(metadata.annotations).toEqual({ note: 'hello' });
    expect((await inNamespace('get', 'cm', '-l', 'tier=gold', '-o', 'name')).stdout).toBe('configmap/c\n');
    expect((await inNamespace('describe', 'cm', 'c')).stdout).toContain('tier=gold');
  });

  it('A-539 A-055 get -w follows changes', async () => {
    await inNamespace('create', 'configmap', 'watched');
    const watch = spawn(kubectl, ['-n', namespace, 'get', 'cm', 'watched', '-w', '--no-headers'], {
      env: { ...process.env, ...environment() },
    });
    const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^watched +0/);
    await inNamespace('patch', 'cm', 'watched', '--type=merge', '-p', '{"data":{"a":"1"}}');
    expect((await lines.next()).value).toMatch(/^watched +1/);
    watch.kill();
  });

  it('C-029 wait --for=delete', async () => {
    const held = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'leaving', finalizers: ['example.com/hold'] },
    };
    expect((await tryTo(['-n', namespace, 'create', '-f', '-'], JSON.stringify(held))).stderr).toBe('');
    await inNamespace('delete', 'configmap', 'leaving', '--wait=false');
    const before = await openWatches();
    const waiting = inNamespace('wait', '--for=delete', 'configmap/leaving', '--timeout=30s');
    // It waits by watching: only then the object may go.
    while ((await openWatches()) <= before);
    await inNamespace('patch', 'configmap', 'leaving', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    expect((await waiting).stdout).toContain('condition met');
  });

  it('A-489 A-491 certificate approve and deny', async () => {
    const key = join(files.path, 'k.pem');
    const pem = join(files.path, 'k.csr');
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
      const made = await tryTo(['create', '-f', '-'], JSON.stringify(object));
      expect(made.stderr).toBe('');
    }
    await run('certificate', 'approve', 'joe');
    await run('certificate', 'deny', 'jim');
    expect((await run('get', 'csr', 'jim')).stdout).toMatch(/jim .* Denied/);
    expect((await run('get', 'csr', 'joe')).stdout).toMatch(/joe .* Approved/);
  });
});
