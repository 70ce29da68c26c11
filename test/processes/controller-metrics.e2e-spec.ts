import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { builtinResources, type HasMetadata } from '@orch/client';
import { OpensslAuthority, startControlPlane, startRedis, type TestControlPlane, type TestRedis } from '@orch/testing';
import { ControllerPorts } from '../support/controller-ports.js';
import { Scrapers } from '../support/scrapers.js';

describe('metrics and health of a process of controllers', () => {
  let plane: TestControlPlane;
  let redis: TestRedis;
  let scrapers: Scrapers;
  let ports: ControllerPorts;

  beforeAll(async () => {
    [plane, redis] = await Promise.all([
      startControlPlane({ command: 'apiserver', storage: 'embedded' }),
      startRedis(),
    ]);
    scrapers = await Scrapers.create(plane, [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]);
    ports = new ControllerPorts(plane.dataDir);
  });
  afterEach(() => ports.stopAll());
  afterAll(async () => {
    await ports?.agent.close();
    await plane?.stop();
    await redis?.stop();
  });

  const ask = async (url: string, token?: string) => {
    const { code, text } = await ports.send(url, token);
    return { code, text };
  };
  /** Asks again until there is a line with each beginning. @throws Error with those that are missing. */
  const untilShown = async (url: string, beginnings: readonly string[]): Promise<void> => {
    const limit = AbortSignal.timeout(30_000);
    for (;;) {
      const lines = (await ask(`${url}/metrics`, scrapers.reader)).text.split('\n');
      const missing = beginnings.filter((beginning) => !lines.some((line) => line.startsWith(beginning)));
      if (missing.length === 0) return;
      if (limit.aborted) throw new Error(`no line begins with: ${missing.join('; ')}`);
    }
  };

  it('are shown to who may read /metrics, to no other user, and without a token in the log', async () => {
    const { process, url } = await ports.start('controller-manager');
    expect((await ask(`${url}/metrics`)).code).toBe(401);
    expect((await ask(`${url}/metrics`, 'wrong')).code).toBe(401);
    expect((await ask(`${url}/metrics`, scrapers.other)).code).toBe(403);
    expect((await ask(`${url}/other`, scrapers.reader)).code).toBe(403);
    expect((await ask(`${url}/metrics`, scrapers.reader)).code).toBe(200);
    for (const path of ['healthz', 'livez', 'readyz']) {
      expect(await ask(`${url}/${path}`)).toEqual({ code: 200, text: 'ok' });
    }
    expect(process.log()).not.toContain(scrapers.reader);
    expect(process.log()).not.toContain(scrapers.other);
  });

  it.each(['memory', 'redis'])(
    'count queues, reconciles, workers, requests and leadership, with work queues in %s',
    async (form) => {
      const shared = ['--work-queue=redis', `--work-queue-url=${redis.url}`];
      const { url } = await ports.start('controller-manager', ...(form === 'redis' ? shared : ['--leader-elect']));
      const { host } = new URL(plane.url);
      const lease = plane.vocabulary.systemNames.controllerManager.replace('system:', '');
      await untilShown(url, [
        'workqueue_depth{name="service-account"} 0',
        'workqueue_retries_total{name="service-account"} 0',
        'workqueue_longest_running_processor_seconds{name="service-account"} 0',
        ...['workqueue_adds_total', 'workqueue_unfinished_work_seconds'].map((name) => `${name}{name="csr-signer"} 0`),
        ...['queue', 'work'].map((name) => `workqueue_${name}_duration_seconds_count{name="service-account"}`),
        'controller_runtime_reconcile_total{controller="service-account",result="success"}',
        'controller_runtime_reconcile_time_seconds_count{controller="service-account"}',
        'controller_runtime_active_workers{controller="service-account"} 0',
        'controller_runtime_max_concurrent_reconciles{controller="service-account"} 2',
        `leader_election_master_status{name="${lease}"} 1`,
        `rest_client_requests_total{code="200",host="${host}",method="GET"}`,
        `rest_client_request_duration_seconds_count{host="${host}",verb="GET"}`,
      ]);
    },
  );

  it('a controller of its own needs system:auth-delegator; without it no request is allowed', async () => {
    const { rbac } = plane.vocabulary.groups;
    const { url } = await ports.start('service-account');
    expect((await ask(`${url}/metrics`, scrapers.reader)).code).toBe(503);
    await plane.client.resource(builtinResources.clusterRoleBindings).create({
      ...{ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'delegates' } },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'system:auth-delegator' },
      subjects: [{ kind: 'ServiceAccount', namespace: plane.vocabulary.namespaces.system, name: 'service-account' }],
    } as HasMetadata);
    while ((await ask(`${url}/metrics`, scrapers.reader)).code !== 200);
  });

  it('serves the certificate of the files, and a new one when they change', async () => {
    const authority = await OpensslAuthority.create('metrics');
    try {
      const [certFile, keyFile] = ['serving.crt', 'serving.key'].map((name) => join(plane.dataDir, name)) as [string, string];
      const give = async (commonName: string): Promise<void> => {
        const pair = await authority.issue({ subject: `/CN=${commonName}`, usage: 'serverAuth' });
        await Promise.all([writeFile(certFile, pair.cert), writeFile(keyFile, pair.key)]);
      };
      await give('first');
      const { url } = await ports.start('controller-manager', `--metrics-cert-file=${certFile}`, `--metrics-key-file=${keyFile}`);
      expect(await subjectOf(url)).toBe('first');
      await give('second');
      while ((await subjectOf(url)) !== 'second');
    } finally {
      await authority.remove();
    }
  }); // prettier-ignore
});

/** Common name of the certificate of a port. */
async function subjectOf(url: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}
