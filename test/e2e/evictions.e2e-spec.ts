import { builtinResources, type HasMetadata } from '@orch/client';
import { runOrch, untilObject, type OrchProcess } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer, type Answer, type Fields } from '../support/resource-fixtures.js';

interface Budget extends HasMetadata {
  status?: { disruptionsAllowed?: number; expectedPods?: number; observedGeneration?: number; disruptedPods?: object };
}

describe.each(VOCABULARY_NAMES)('evictions in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let controller: OrchProcess | undefined;
  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.24'] }); // with policy/v1beta1
    controller = runOrch(['disruption', `--data-dir=${server.plane.dataDir}`, `--vocabulary=${vocabulary}`]);
  });
  afterAll(async () => {
    await controller?.stop();
    await server?.stop();
  });

  const budgets = () => server.plane.client.resource<Budget>(builtinResources.podDisruptionBudgets);
  const budgetsPath = (namespace: string, version = 'v1') =>
    `/apis/policy/${version}/namespaces/${namespace}/poddisruptionbudgets`;
  const podPath = (namespace: string, name = '') => `/api/v1/namespaces/${namespace}/pods${name && `/${name}`}`;
  const makeNamespace = (name: string) => server.create(server.paths.namespaces, { metadata: { name } });
  /** A pod that serves: on a node, running, ready as asked. */
  const makePod = async (namespace: string, name: string, ready = true) => {
    const pod = {
      metadata: { name, labels: { app: name } },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'x:1' }] },
    };
    await server.create(podPath(namespace), pod);
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
    const answer = await server.merge(`${podPath(namespace, name)}/status`, { status });
    if (answer.code !== 200) throw new Error(answer.text);
  };
  const makeBudget = async (namespace: string, spec: Fields, wanted: (b: Budget) => boolean, version = 'v1') => {
    const name = `b${Math.random().toString(36).slice(2, 8)}`;
    await server.create(budgetsPath(namespace, version), { metadata: { name }, spec });
    const reckoned = (b: Budget | undefined) => b?.status?.observedGeneration === 1 && wanted(b);
    await untilObject(budgets(), { namespace, name }, 'the reckoning', reckoned);
    return name;
  };
  const evict = (namespace: string, name: string, more: Fields = {}, query = ''): Promise<Answer> =>
    server.post(`${podPath(namespace, name)}/eviction${query}`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name, namespace },
      ...more,
    });

  it('A-014 C-008 evicts a pod that no budget covers', async () => {
    await makePod('t1', 'free');
    const answer = await evict('t1', 'free');
    expect(answer).toMatchObject({ code: 201, body: { kind: 'Status', status: 'Success', code: 201 } });
    expect((await server.get(podPath('t1', 'free'))).body.metadata.deletionTimestamp).toBeDefined();
  });

  it('C-008 takes the older body, and delete options', async () => {
    await makePod('t1', 'older');
    const older = { apiVersion: 'policy/v1beta1', deleteOptions: { gracePeriodSeconds: 0 } };
    expect((await evict('t1', 'older', older)).code).toBe(201);
    expect((await server.get(podPath('t1', 'older'))).code).toBe(404);
    await makePod('t1', 'other');
    const stale = { deleteOptions: { preconditions: { uid: 'another' } } };
    expect(await evict('t1', 'other', stale)).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
  });

  it('C-009 refuses another name, and another namespace', async () => {
    await makePod('t1', 'named');
    expect((await evict('t1', 'named', { metadata: { name: 'q' } })).code).toBe(400);
    expect((await evict('t1', 'named', { metadata: { name: 'named', namespace: 'q' } })).code).toBe(400);
    expect((await server.get(podPath('t1', 'named'))).body.metadata.deletionTimestamp).toBeUndefined();
  });

  it('C-011 404 for a missing pod; a dry run leaves the pod and the budget', async () => {
    expect(await evict('t1', 'none')).toMatchObject({ code: 404, body: { reason: 'NotFound' } });
    await makeNamespace('dry');
    await makePod('dry', 'p');
    const name = await makeBudget('dry', { minAvailable: 0, selector: {} }, (b) => b.status?.disruptionsAllowed === 1);
    expect((await evict('dry', 'p', {}, '?dryRun=All')).code).toBe(201);
    expect((await evict('dry', 'p', { deleteOptions: { dryRun: ['All'] } })).code).toBe(201);
    expect((await server.get(podPath('dry', 'p'))).body.metadata.deletionTimestamp).toBeUndefined();
    expect((await server.get(`${budgetsPath('dry')}/${name}`)).body.status['disruptedPods']).toBeUndefined();
  });

  it('C-010 D-213 a budget that has nothing left answers 429, says so and when to come again', async () => {
    await makeNamespace('tight');
    await makePod('tight', 'p');
    const name = await makeBudget(
      'tight',
      { minAvailable: 1, selector: { matchLabels: { app: 'p' } } },
      (b) => b.status?.expectedPods === 1,
    );
    const answer = await evict('tight', 'p');
    expect(answer).toMatchObject({
      code: 429,
      body: { reason: 'TooManyRequests', details: { causes: [{ reason: 'DisruptionBudget' }] } },
    });
    expect(answer.body.details.causes![0]!.message).toBe(
      `The disruption budget ${name} needs 1 healthy pods and has 1 currently`,
    );
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.get(podPath('tight', 'p'))).body.metadata.deletionTimestamp).toBeUndefined();
  });

  it('C-010 a budget lets go as many as it can, counted one by one', async () => {
    await makeNamespace('two');
    for (const name of ['a', 'b', 'c']) await makePod('two', name);
    await makeBudget('two', { minAvailable: 2, selector: {} }, (b) => b.status?.disruptionsAllowed === 1);
    const codes = (await Promise.all(['a', 'b', 'c'].map((name) => evict('two', name)))).map(({ code }) => code);
    expect(codes.sort((a, b) => a - b)).toEqual([201, 429, 429]);
  });

  it('C-010 pods that the budget does not count are evicted whatever it says', async () => {
    await makeNamespace('loss');
    await makePod('loss', 'unready', false);
    await server.create(podPath('loss'), {
      metadata: { name: 'pending' },
      spec: { containers: [{ name: 'c', image: 'x:1' }] },
    });
    await makePod('loss', 'ended');
    await makePod('loss', 'going');
    await server.merge(`${podPath('loss', 'ended')}/status`, { status: { phase: 'Succeeded' } });
    await makeBudget('loss', { minAvailable: 5, selector: {} }, (b) => b.status?.expectedPods === 4);
    expect((await evict('loss', 'pending')).code).toBe(201);
    expect((await evict('loss', 'ended')).code).toBe(201);
    await server.delete(podPath('loss', 'going'));
    expect((await evict('loss', 'going')).code).toBe(201);
    expect((await evict('loss', 'unready')).code).toBe(429);
  });

  it('several budgets over one pod are an error', async () => {
    await makeNamespace('several');
    await makePod('several', 'p');
    for (const minAvailable of [0, 1]) await makeBudget('several', { minAvailable, selector: {} }, () => true);
    expect(await evict('several', 'p')).toMatchObject({
      code: 500,
      body: { message: expect.stringContaining('more than one PodDisruptionBudget') as string },
    });
  });

  it('B-436 B-437 B-438 an empty selector is all pods in v1 and none in v1beta1, an absent one none in both', async () => {
    await makeNamespace('select');
    await makePod('select', 'p');
    await makePod('select', 'q');
    const none = (b: Budget): boolean => b.status?.expectedPods === 0;
    await makeBudget('select', { minAvailable: 1, selector: {} }, none, 'v1beta1');
    await makeBudget('select', { minAvailable: 1 }, none, 'v1beta1');
    await makeBudget('select', { minAvailable: 1 }, none);
    expect((await evict('select', 'q', { deleteOptions: { gracePeriodSeconds: 0 } })).code).toBe(201);
    const all = await makeBudget('select', { minAvailable: 1, selector: {} }, (b) => b.status?.expectedPods === 1);
    expect((await evict('select', 'p')).code).toBe(429);
    const older = (await server.get(`${budgetsPath('select', 'v1beta1')}/${all}`)).body;
    expect(older.apiVersion).toBe('policy/v1beta1');
    expect(older.spec['selector']).not.toEqual({});
    expect((await server.put(`${budgetsPath('select', 'v1beta1')}/${all}`, older)).code).toBe(200);
    expect((await server.get(`${budgetsPath('select')}/${all}`)).body.spec['selector']).toEqual({});
  });

  it('B-434 the older version is served up to 1.24 and not from 1.25', async () => {
    const path = budgetsPath('t1', 'v1beta1');
    const made = await server.post(path, { metadata: { name: 'older' }, spec: { maxUnavailable: 1 } });
    expect(made).toMatchObject({ code: 201, body: { apiVersion: 'policy/v1beta1' } });
    expect((await server.merge(`${path}/older`, { spec: { maxUnavailable: 2 } })).code).toBe(200);
    expect((await server.get(`${path}/older`)).body.spec).toEqual({ maxUnavailable: 2 });
    expect((await server.delete(`${path}/older`)).code).toBe(200);
    const newer = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.25'] });
    try {
      expect((await newer.get(path)).code).toBe(404);
      expect((await newer.get(budgetsPath('t1'))).code).toBe(200);
    } finally {
      await newer.stop();
    }
  });

  it('refuses what a budget cannot be', async () => {
    const post = (spec: Fields) => server.post(budgetsPath('t1'), { metadata: { name: 'bad' }, spec });
    for (const spec of [
      { minAvailable: 1, maxUnavailable: 1 },
      { minAvailable: '120%' },
      { maxUnavailable: -1 },
      { selector: { matchLabels: { 'a b': 'c' } } },
    ]) {
      expect((await post(spec)).code).toBe(422);
    }
  });
});
