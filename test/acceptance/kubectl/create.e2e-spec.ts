import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@orch/testing';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';

/** `kubectl create GENERATOR NAME ...` of every kind it knows, and what `get -o name` calls the result. */
const GENERATORS: [args: string, name: string, since?: number][] = [
  ['configmap cm --from-literal=a=1', 'configmap/cm'],
  ['secret generic plain --from-literal=k=v', 'secret/plain'],
  [
    'secret docker-registry registry --docker-username=u --docker-password=p --docker-email=e@example.com',
    'secret/registry',
  ],
  ['serviceaccount robot', 'serviceaccount/robot'],
  ['deployment web --image=example.com/web:1 --replicas=2 --port=80', 'deployment.apps/web'],
  ['job once --image=example.com/job:1', 'job.batch/once'],
  ['cronjob nightly --image=example.com/job:1 --schedule=0 1 * * *', 'cronjob.batch/nightly', 21],
  ['service clusterip inner --tcp=80:8080', 'service/inner'],
  ['service nodeport outer --tcp=80:8080', 'service/outer'],
  ['service loadbalancer wide --tcp=80:8080', 'service/wide'],
  ['service externalname elsewhere --external-name=example.com', 'service/elsewhere'],
  ['ingress front --rule=example.com/=inner:80', 'ingress.networking.k8s.io/front'],
  ['poddisruptionbudget some --selector=app=web --min-available=1', 'poddisruptionbudget.policy/some', 21],
  ['quota few --hard=count/configmaps=50', 'resourcequota/few'],
  ['priorityclass high --value=1000', 'priorityclass.scheduling.k8s.io/high'],
  ['role reader --verb=get,list --resource=pods', 'role.rbac.authorization.k8s.io/reader'],
  ['rolebinding readers --role=reader --user=jo', 'rolebinding.rbac.authorization.k8s.io/readers'],
  ['clusterrole auditor --verb=get --resource=nodes', 'clusterrole.rbac.authorization.k8s.io/auditor'],
  [
    'clusterrolebinding auditors --clusterrole=auditor --group=audit',
    'clusterrolebinding.rbac.authorization.k8s.io/auditors',
  ],
  ['namespace extra', 'namespace/extra'],
];

const words = (line: string): string[] =>
  line
    .replace('0 1 * * *', '0_1_*_*_*')
    .split(' ')
    .map((word) => word.replaceAll('_', ' '));

describe.each(installedKubectls())('kubectl %s creates', (release, file) => {
  const minor = Number(release.split('.')[1]);
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'generated');
  });
  afterAll(() => kubectl?.stop());

  it.each(GENERATORS.filter(([, , since = 0]) => minor >= since))(
    'C-305 create %s',
    async (args: string, name: string) => {
      expect(await kubectl.run('create', ...words(args))).toBe(`${name} created\n`);
      expect(await kubectl.run('get', name, '-o', 'name')).toBe(`${name}\n`);
    },
  );

  it('C-305 create secret tls', async () => {
    const [key, certificate] = [join(kubectl.folder, 'k.pem'), join(kubectl.folder, 'c.pem')];
    await makeCertificate(kubectl, key, certificate);
    await kubectl.run('create', 'secret', 'tls', 'tls', `--cert=${certificate}`, `--key=${key}`);
    expect(await kubectl.run('get', 'secret', 'tls', '-o', 'jsonpath={.type}')).toBe('kubernetes.io/tls');
  });

  it('C-305 run, expose, autoscale, set', async () => {
    await kubectl.run('run', 'one', '--image=example.com/one:1', '--port=80', '--labels=app=one');
    await kubectl.run('expose', 'pod', 'one', '--port=80', '--name=one');
    expect(await kubectl.run('get', 'service', 'one', '-o', 'jsonpath={.spec.ports[0].targetPort}')).toBe('80');
    await kubectl.run('autoscale', 'deployment', 'web', '--min=1', '--max=5', '--cpu-percent=80');
    expect(await kubectl.run('get', 'hpa', 'web', '-o', 'jsonpath={.spec.maxReplicas}')).toBe('5');
    await kubectl.run('set', 'image', 'deployment/web', '*=example.com/web:2');
    await kubectl.run('set', 'env', 'deployment/web', 'A=1');
    await kubectl.run('set', 'resources', 'deployment/web', '--limits=cpu=100m');
    await kubectl.run('set', 'serviceaccount', 'deployment/web', 'robot');
    await kubectl.run('set', 'selector', 'service/inner', 'app=other');
    const container =
      'jsonpath={.spec.template.spec.containers[0].image} {.spec.template.spec.containers[0].env[0].value} {.spec.template.spec.serviceAccountName}';
    expect(await kubectl.run('get', 'deployment', 'web', '-o', container)).toBe('example.com/web:2 1 robot');
  });

  it('C-297 create -f refuses an unknown field, and takes a folder', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'x', imag: 'x' }] },
    };
    expect(await kubectl.fails(JSON.stringify(pod), 'create', '-f', '-')).toContain('imag');
    await writeFile(
      join(kubectl.folder, 'list.yaml'),
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: l1}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: l2}}\n',
    );
    expect(await kubectl.run('create', '-f', 'list.yaml')).toBe('configmap/l1 created\nconfigmap/l2 created\n');
  });

  it('C-103 create --dry-run=server stores nothing', async () => {
    expect(await kubectl.run('create', 'cm', 'ghost', '--dry-run=server')).toBe(
      'configmap/ghost created (server dry run)\n',
    );
    expect(await kubectl.fails(undefined, 'get', 'cm', 'ghost')).toContain('NotFound');
  });
});

async function makeCertificate(kubectl: Kubectl, key: string, certificate: string): Promise<void> {
  const { status } = await runCommand('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=x',
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  if (status !== 0) throw new Error(`openssl made no certificate in ${kubectl.folder}`);
}
