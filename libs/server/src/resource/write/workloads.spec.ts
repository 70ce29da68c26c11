import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

const POD = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const JOB_POD = { spec: { ...POD.spec, restartPolicy: 'Never' } };
const COPIES = { selector: { matchLabels: { app: 'web' } }, template: POD };
const CLAIM = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const CPU = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
};
const MEMORY = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
};
const SCALED = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 5 };

const IDENTITY = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'partly' } };

const KINDS: readonly [resource: string, root: string, body: object][] = [
  ['deployments', 'apis/apps/v1', { spec: COPIES }],
  ['replicasets', 'apis/apps/v1', { spec: COPIES }],
  ['statefulsets', 'apis/apps/v1', { spec: { ...COPIES, volumeClaimTemplates: [CLAIM] } }],
  ['daemonsets', 'apis/apps/v1', { spec: COPIES }],
  ['controllerrevisions', 'apis/apps/v1', { data: { a: 1 }, revision: 1 }],
  ['replicationcontrollers', 'api/v1', { spec: { template: POD } }],
  ['podtemplates', 'api/v1', { template: POD }],
  ['jobs', 'apis/batch/v1', { spec: { template: JOB_POD } }],
  ['cronjobs', 'apis/batch/v1', { spec: { schedule: '@daily', jobTemplate: { spec: { template: JOB_POD } } } }],
  [
    'horizontalpodautoscalers',
    'apis/autoscaling/v2',
    { spec: { ...SCALED, metrics: [MEMORY, CPU], behavior: { scaleUp: {} } } },
  ],
];

interface Stored {
  kind: string;
  apiVersion: string;
  metadata: {
    name: string;
    resourceVersion: string;
    uid: string;
    generation?: number;
    finalizers?: string[];
    annotations?: Record<string, string>;
  };
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
  items: unknown[];
  details: { causes: { field: string }[] };
}

describe('workloads', () => {
  let server: TestServer;
  let admin: Agent;
  beforeAll(async () => {
    server = await TestServer.start({ emulatedMinor: 24 }); // with the older versions
    admin = await server.admin();
  });
  afterAll(() => TestServer.closeAll());

  async function send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ code: number; object: Stored; warning?: string }> {
    const answer = await server.call(path, { method, agent: admin, ...(body === undefined ? {} : { body }) });
    const { warning } = answer.headers;
    return {
      code: answer.code,
      object: answer.json as unknown as Stored,
      ...(warning ? { warning: String(warning) } : {}),
    };
  }
  const collection = (root: string, resource: string) => `/${root}/namespaces/default/${resource}`;

  for (const [resource, root, body] of KINDS) {
    const path = collection(root, resource);
    it(`${root === 'api/v1' ? 'C-304' : 'C-305'} ${resource}: created, listed, changed and deleted`, async () => {
      const created = await send('POST', path, { metadata: { name: 'one' }, ...body });
      expect([created.code, created.object.details]).toEqual([201, undefined]);
      const list = await send('GET', path);
      expect([list.code, list.object.items.length]).toEqual([200, 1]);
      expect((await send('GET', `/${root}/${resource}?labelSelector=a=b`)).object.items).toEqual([]);
      const named = {
        ...created.object,
        metadata: { ...created.object.metadata, annotations: { ...created.object.metadata.annotations, x: 'y' } },
      };
      expect((await send('PUT', `${path}/one`, named)).object.metadata.annotations).toMatchObject({ x: 'y' });
      expect((await send('DELETE', `${path}/one?propagationPolicy=Background`)).code).toBe(200);
    });
    it(`${resource}: the same manifest again changes nothing`, async () => {
      const manifest = { metadata: { name: 'same' }, ...body };
      const first = await send('POST', path, manifest);
      expect(first.code).toBe(201);
      // The manifest of a Job lacks generated fields, and its template may not change.
      const again = resource === 'jobs' ? first.object : manifest;
      const second = await send('PUT', `${path}/same`, again);
      expect([second.code, second.object.metadata]).toEqual([200, first.object.metadata]);
    });
    it(`${resource}: deletes a whole collection`, async () => {
      // Jobs and replication controllers orphan their pods by default, and wait until those are released.
      expect((await send('DELETE', `${path}?propagationPolicy=Background`)).code).toBe(200);
      expect((await send('GET', path)).object.items).toEqual([]);
    });
  }

  it('a Job orphans its pods by default, with a warning', async () => {
    const path = collection('apis/batch/v1', 'jobs');
    const finalizersAfter = async (query: string) => {
      await send('POST', path, { metadata: { name: 'left' }, spec: { template: JOB_POD } });
      const { object, warning } = await send('DELETE', `${path}/left${query}`);
      await send('DELETE', `${path}?propagationPolicy=Background`);
      return [object.metadata.finalizers, warning];
    };
    expect(await finalizersAfter('')).toEqual([
      ['orphan'],
      expect.stringContaining('child pods are preserved by default'),
    ]);
    expect(await finalizersAfter('?propagationPolicy=Orphan')).toEqual([['orphan'], undefined]);
  });

  const SETS = 'apis/apps/v1/statefulsets';
  const SCALERS = ['v1', 'v2beta1', 'v2beta2', 'v2'].map(
    (version) => `apis/autoscaling/${version}/horizontalpodautoscalers`,
  );
  it.each<[string, object, object]>([
    [SETS, { spec: COPIES }, { replicas: 0, availableReplicas: 0 }],
    ...SCALERS.map((path): [string, object, object] => [
      path,
      { spec: SCALED },
      {
        ...(path.includes('/v2/') ? {} : { currentReplicas: 0 }), // optional since v2
        desiredReplicas: 0,
        ...(path.includes('/v1/') ? {} : { currentMetrics: null }),
      },
    ]),
  ])('%s: a status that was never written has the numbers that clients require', async (path, body, status) => {
    const [api, group, version, resource] = path.split('/') as [string, string, string, string];
    const fresh = collection([api, group, version].join('/'), resource);
    const { object } = await send('POST', fresh, { metadata: { generateName: 'zeros-' }, ...body });
    const got = await send('GET', `${fresh}/${object.metadata.name}`);
    expect([object.status, got.object.status]).toEqual([status, status]);
    const unchanged = await send('PUT', `${fresh}/${object.metadata.name}`, object);
    expect(unchanged.object.metadata).toEqual(object.metadata);
  });

  it('an apply of a part of the status does not own the shown zeros', async () => {
    const sets = collection('apis/apps/v1', 'statefulsets');
    const path = `${sets}/partly`;
    const { object } = await send('POST', sets, { metadata: { name: 'partly' }, spec: COPIES });
    await send('PUT', `${path}/status`, { ...object, status: { replicas: 3, readyReplicas: 3, availableReplicas: 3 } });
    const applied = await server.call(`${path}/status?fieldManager=other`, {
      method: 'PATCH',
      agent: admin,
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      body: { ...IDENTITY, status: { conditions: [{ type: 'Odd', status: 'True' }] } },
    });
    expect([applied.code, applied.json['status']]).toMatchObject([200, { replicas: 3, availableReplicas: 3 }]);
  });

  it('a change of the spec increments the generation, a change of the status does not', async () => {
    const deployments = collection('apis/apps/v1', 'deployments');
    const path = `${deployments}/gen`;
    const { object } = await send('POST', deployments, { metadata: { name: 'gen' }, spec: COPIES });
    const paused = await send('PUT', path, { ...object, spec: { ...object.spec, paused: true } });
    const seen = await send('PUT', `${path}/status`, {
      ...paused.object,
      status: { observedGeneration: 2, replicas: 1 },
    });
    expect([object, paused.object, seen.object].map(({ metadata }) => metadata.generation)).toEqual([1, 2, 2]);
    expect(seen.object.status).toEqual({ observedGeneration: 2, replicas: 1 });
  });

  it('B-411 D-238 a CronJob is one object in both versions', async () => {
    const spec = { schedule: '@daily', jobTemplate: { spec: { template: JOB_POD } } };
    const older = collection('apis/batch/v1beta1', 'cronjobs');
    const newer = collection('apis/batch/v1', 'cronjobs');
    const made = await send('POST', older, { metadata: { name: 'both' }, spec });
    expect([made.code, made.object.apiVersion, made.warning]).toEqual([
      201,
      'batch/v1beta1',
      expect.stringContaining('batch/v1beta1 CronJob is deprecated'),
    ]);
    const { object } = await send('GET', `${newer}/both`);
    expect(object).toEqual({ ...made.object, apiVersion: 'batch/v1' });
    expect((await send('PUT', `${older}/both`, made.object)).object).toEqual(made.object);
    expect((await send('DELETE', `${newer}/both?propagationPolicy=Background`)).code).toBe(200);
    expect((await send('GET', `${older}/both`)).code).toBe(404);
  });

  describe('HorizontalPodAutoscaler', () => {
    const at = (version: string) => collection(`apis/autoscaling/${version}`, 'horizontalpodautoscalers');
    const make = async (
      name: string,
      spec: object = { ...SCALED, metrics: [MEMORY, CPU], behavior: { scaleUp: {} } },
    ) => (await send('POST', at('v2'), { metadata: { name }, spec })).object;

    for (const version of ['v1', 'v2beta1', 'v2beta2']) {
      it(`B-409 B-433 D-245 an unchanged update in ${version} changes nothing`, async () => {
        const made = await make(`back-${version}`);
        const path = `${at(version)}/back-${version}`;
        const shown = await send('GET', path);
        expect([shown.code, shown.object.apiVersion, shown.object.metadata.uid]).toEqual([
          200,
          `autoscaling/${version}`,
          made.metadata.uid,
        ]);
        const written = await send('PUT', path, shown.object);
        expect([written.code, written.object]).toEqual([200, shown.object]);
        expect((await send('GET', `${at('v2')}/back-${version}`)).object).toEqual(made);
      });
    }
    it('D-245 an object created in v1 has its target as a metric in v2', async () => {
      const spec = { ...SCALED, targetCPUUtilizationPercentage: 60 };
      const { code, object } = await send('POST', at('v1'), { metadata: { name: 'from-v1' }, spec });
      expect([code, object.spec]).toEqual([201, { ...spec, minReplicas: 1 }]);
      expect((await send('GET', `${at('v2')}/from-v1`)).object.spec).toEqual({
        ...SCALED,
        minReplicas: 1,
        metrics: [CPU],
      });
    });
    it('gets its default metric in every version', async () => {
      const { object } = await send('POST', at('v1'), { metadata: { name: 'bare' }, spec: SCALED });
      expect(object.spec).toMatchObject({ targetCPUUtilizationPercentage: 80 });
    });
    it('is rejected in every version for the same reasons', async () => {
      const { code, object } = await send('POST', at('v1'), {
        metadata: { name: 'bad' },
        spec: { ...SCALED, maxReplicas: 0 },
      });
      expect([code, object.details.causes[0]?.field]).toEqual([422, 'spec.maxReplicas']);
    });
    it('a v1 client that drops the annotations drops the metrics, but not the status', async () => {
      await make('dropped');
      const status = {
        desiredReplicas: 2,
        currentMetrics: [{ type: 'Resource', resource: { name: 'memory', current: { averageValue: '1Gi' } } }],
        conditions: [{ type: 'AbleToScale', status: 'True' }],
      };
      const { object } = await send('GET', `${at('v2')}/dropped`);
      const written = await send('PUT', `${at('v2')}/dropped/status`, { ...object, status });
      expect(written.object.status).toMatchObject(status);
      const older = (await send('GET', `${at('v1')}/dropped`)).object;
      const { annotations: _gone, ...metadata } = older.metadata;
      expect((await send('PUT', `${at('v1')}/dropped`, { ...older, metadata })).code).toBe(200);
      const after = (await send('GET', `${at('v2')}/dropped`)).object;
      expect(after.spec['metrics']).toEqual([CPU]);
      expect(after.status).toMatchObject(status);
    });
    it('v1 writes a status, including fields it does not have', async () => {
      await make('status-v1');
      const path = `${at('v1')}/status-v1`;
      const older = (await send('GET', path)).object;
      const status = { currentReplicas: 1, desiredReplicas: 3, currentCPUUtilizationPercentage: 12 };
      expect((await send('PUT', `${path}/status`, { ...older, status })).object.status).toEqual(status);
      expect((await send('GET', `${at('v2')}/status-v1`)).object).toMatchObject({
        spec: { metrics: [MEMORY, CPU] },
        status: { desiredReplicas: 3, currentMetrics: [{ resource: { current: { averageUtilization: 12 } } }] },
      });
    });
  });
});
