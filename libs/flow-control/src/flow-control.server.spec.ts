import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabularies } from '@orch/vocabulary';
import { SlowWrite, TestServer } from '@orch/server-testing';
import { HeldReads, type HeldRead } from '@orch/testing';

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly limited: { readonly nominalConcurrencyShares: number } };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const LEVELS = [
  'catch-all',
  'exempt',
  'global-default',
  'leader-election',
  'node-high',
  'system',
  'workload-high',
  'workload-low',
];
const MAPS = '/api/v1/namespaces/default/configmaps';
/** Open at once, each on its own connection. */
const WATCHES = 20;
const TOKENS = 'elephant-token,elephant,1\nmouse-token,mouse,2\n';

describe.each(['orch', 'kubernetes'] as const)('flow control of a server in the %s vocabulary', (vocabulary) => {
  const { groups, headers, annotations, namespaces } = vocabularies[vocabulary];
  const at = (resource: string, name = '') => `/apis/${groups.flowcontrol}/v1/${resource}${name && `/${name}`}`;
  const levels = (name = '') => at('prioritylevelconfigurations', name);
  const schemas = (name = '') => at('flowschemas', name);
  let server: TestServer;
  let reads: HeldReads;
  const hold = (name: string): HeldRead =>
    reads.begin(name, { url: `${server.server.url}${MAPS}`, ca: server.caPem, token: 'elephant-token' });
  const admin = async (path: string, method = 'GET', body?: unknown, contentType = 'application/json') =>
    server.call(path, { agent: await server.admin(), method, body, headers: { 'content-type': contentType } });
  const read = async (path: string) => (await admin(path)).json as unknown as Stored;
  const items = async (path: string) => (await admin(path)).json['items'] as Stored[];
  const merge = (path: string, patch: object) => admin(path, 'PATCH', patch, 'application/merge-patch+json');
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    while (!(await isTrue()));
  };
  /** The schema and level in the headers of an answer. */
  const flowOf = ({ headers: h }: { headers: Readonly<Record<string, unknown>> }) => [
    h[headers.flowSchemaUid.toLowerCase()],
    h[headers.priorityLevelUid.toLowerCase()],
  ];
  const metric = async (name: string, schema: string): Promise<number> => {
    const { text } = await admin('/metrics');
    return Number(new RegExp(`^${name}\\{[^}]*flow_schema="${schema}"[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const waiting = (count: number) =>
    until(async () => (await metric('apiserver_flowcontrol_current_inqueue_requests', 'narrow')) === count);

  beforeAll(async () => {
    const tokenAuthFile = join(tmpdir(), `flow-tokens-${vocabulary}-${process.pid}.csv`);
    await writeFile(tokenAuthFile, TOKENS);
    reads = await HeldReads.start();
    server = await TestServer.start({
      vocabulary,
      tokenAuthFile,
      maxRequestsInflight: 1,
      maxMutatingRequestsInflight: 0,
      authorization: reads.authorization,
    });
    const queuing = { queues: 1, handSize: 1, queueLengthLimit: 1 };
    await admin(levels(), 'POST', {
      metadata: { name: 'narrow' },
      spec: {
        type: 'Limited',
        // Without borrowing: a server that runs for 10 s lends the level the seats of idle ones, and no request would wait.
        limited: { nominalConcurrencyShares: 1, borrowingLimitPercent: 0, limitResponse: { type: 'Queue', queuing } },
      },
    });
    const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }];
    await admin(schemas(), 'POST', {
      metadata: { name: 'narrow' },
      spec: {
        priorityLevelConfiguration: { name: 'narrow' },
        matchingPrecedence: 50,
        rules: [{ subjects: [{ kind: 'User', user: { name: 'elephant' } }], resourceRules }],
      },
    });
  });
  afterAll(() => TestServer.closeAll());
  afterAll(() => reads.close());

  it('D-226 has the default levels and schemas, each with a level', async () => {
    const names = (all: readonly Stored[]) => all.map(({ metadata }) => metadata.name);
    expect(names(await items(levels()))).toEqual([...LEVELS, 'narrow'].toSorted());
    const all = await items(schemas());
    expect(names(all)).toEqual(
      expect.arrayContaining(['exempt', 'catch-all', 'probes', 'system-nodes', 'service-accounts', 'global-default']),
    );
    expect(names(all)).toContain(`${namespaces.system}-service-accounts`);
    for (const { metadata, status } of all.filter((schema) => schema.metadata.name !== 'narrow')) {
      expect([metadata.name, status?.conditions]).toMatchObject([
        metadata.name,
        [{ type: 'Dangling', status: 'False' }],
      ]);
    }
  });

  it('D-225 sets schema and level headers in every answer', async () => {
    const exempt = (await read(levels('exempt'))).metadata.uid;
    expect(flowOf(await admin('/version'))).toEqual([(await read(schemas('exempt'))).metadata.uid, exempt]);
    expect(flowOf(await server.call('/livez', { token: 'mouse-token' }))).toEqual([
      (await read(schemas('probes'))).metadata.uid,
      exempt,
    ]);
    const others = [schemas('global-default'), levels('global-default')];
    const uids = await Promise.all(others.map(async (path) => (await read(path)).metadata.uid));
    for (const path of [
      MAPS,
      '/api/v1/nosuch',
      '/version',
      `/api/v1/namespaces?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=default`,
    ]) {
      expect([path, ...flowOf(await server.call(path, { token: 'mouse-token' }))]).toEqual([path, ...uids]);
    }
  });

  it('measures the time with a seat and the length of the queue that a request found', async () => {
    const value = (text: string, name: string, more = '') => {
      const series = `apiserver_flowcontrol_${name}{flow_schema="narrow",priority_level="narrow"${more}} `;
      return Number(text.split('\n').find((line) => line.startsWith(series))?.slice(series.length) ?? 0);
    };
    const before = (await admin('/metrics')).text;
    const first = hold('first');
    await first.seated;
    const second = hold('second');
    await waiting(1);
    await first.release();
    await second.seated;
    await second.release();
    const watch = `${MAPS}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=default`;
    const headers = { authorization: 'Bearer elephant-token' };
    const { statusCode, body } = await server.agent().request({ origin: server.server.url, path: watch, method: 'GET', headers });
    expect(statusCode).toBe(200);
    await body.dump();
    const after = (await admin('/metrics')).text;
    const gained = (name: string, more?: string) => value(after, name, more) - value(before, name, more);
    expect(gained('request_execution_seconds_count', ',type="regular"')).toBe(2);
    expect(gained('request_execution_seconds_count', ',type="watch"')).toBe(1);
    // Only the second has waited, alone in its queue.
    expect(gained('request_queue_length_after_enqueue_count')).toBe(1);
    expect(gained('request_queue_length_after_enqueue_sum')).toBe(1);
    const bounds = (name: string) =>
      [...after.matchAll(new RegExp(`^apiserver_flowcontrol_${name}_bucket\\{flow_schema="narrow".*le="([^"]+)"`, 'gm'))].map(
        ([, bound]) => bound,
      );
    const seconds = ['0', '0.005', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10', '15', '30', '+Inf'];
    expect(bounds('request_execution_seconds')).toEqual([...seconds, ...seconds]);
    expect(bounds('request_queue_length_after_enqueue')).toEqual(['0', '10', '25', '50', '100', '250', '500', '1000', '+Inf']);
  }); // prettier-ignore

  it('D-224 D-213 with one seat and a queue of one, the third request is rejected, and other levels are served', async () => {
    const first = hold('first');
    await first.seated;
    const second = hold('second');
    await waiting(1);
    const third = await server.call(MAPS, { token: 'elephant-token' });
    expect([third.code, third.headers['retry-after'], third.text]).toEqual([
      429,
      '1',
      'Too many requests, please try again later.\n',
    ]);
    expect(flowOf(third)).toEqual([
      (await read(schemas('narrow'))).metadata.uid,
      (await read(levels('narrow'))).metadata.uid,
    ]);
    expect((await server.call(MAPS, { token: 'mouse-token' })).code).toBe(200);
    expect((await admin(MAPS)).code).toBe(200);
    expect((await server.call('/readyz', { token: 'elephant-token' })).code).toBe(200);
    expect((await first.release()).code).toBe(404);
    await second.seated;
    expect((await second.release()).code).toBe(404);
    const refused = 'apiserver_flowcontrol_rejected_requests_total\\{flow_schema="narrow",priority_level="narrow",';
    expect((await admin('/metrics')).text).toMatch(new RegExp(`${refused}reason="queue-full"\\} 1`));
  });

  it('D-223 watches hold no seat', async () => {
    const agent = server.agent();
    const headers = { authorization: 'Bearer elephant-token' };
    const watch = { origin: server.server.url, path: `${MAPS}?watch=1`, method: 'GET', headers } as const;
    // One after the other, since each has a seat while it is authorized.
    for (let n = 0; n < WATCHES; n++) {
      const { statusCode, body } = await agent.request(watch);
      body.on('error', () => undefined); // destroyed at the end
      expect(statusCode).toBe(200);
    }
    const open = /^apiserver_longrunning_requests\{verb="WATCH",[^}]*resource="configmaps"[^}]*\} (\d+)$/m;
    const watches = async () => open.exec((await admin('/metrics')).text)?.[1];
    expect(await watches()).toBe(String(WATCHES));
    for (let n = 0; n < 3; n++) expect((await server.call(MAPS, { token: 'elephant-token' })).code).toBe(200);
    await agent.destroy();
    await until(async () => (await watches()) === '0');
  });

  it('a client that disconnects leaves the queue', async () => {
    const first = hold('gone');
    await first.seated;
    const second = hold('gone-too');
    await waiting(1);
    second.destroy();
    await waiting(0);
    expect((await first.release()).code).toBe(404);
    await until(async () => (await metric('apiserver_flowcontrol_current_executing_requests', 'narrow')) === 0);
  });

  it('D-220 the deadline ends a waiting request', async () => {
    const first = hold('slow');
    await first.seated;
    const late = await server.call(`${MAPS}?timeout=50ms`, { token: 'elephant-token' });
    expect([late.code, late.json.reason]).toEqual([504, 'Timeout']);
    await waiting(0);
    expect((await first.release()).code).toBe(404);
  });

  it('a request has no seat while its body has not arrived, and waits for one again when it has', async () => {
    const slow = new SlowWrite(server, { token: 'elephant-token' }, MAPS, 'awaited');
    await slow.reading;
    const other = hold('meanwhile');
    expect(await other.seated).toBe(true);
    const written = slow.finish();
    await waiting(1);
    expect((await other.release()).code).toBe(404);
    expect((await written).statusCode).toBe(201);
  });

  it('a request whose body arrives when the queue is full is rejected, and nothing is written', async () => {
    const slow = new SlowWrite(server, { token: 'elephant-token' }, MAPS, 'too-late');
    await slow.reading;
    const other = hold('busy');
    await other.seated;
    const queued = hold('queued');
    await waiting(1);
    const { statusCode, headers: answered } = await slow.finish();
    expect([statusCode, answered['retry-after']]).toEqual([429, '1']);
    await Promise.all([other.release(), queued.release()]);
    expect((await admin(`${MAPS}/too-late`)).code).toBe(404);
  });

  it('sets the Dangling condition while the level of a schema is missing', async () => {
    const spec = { priorityLevelConfiguration: { name: 'later' }, matchingPrecedence: 60, rules: [] };
    await admin(schemas(), 'POST', { metadata: { name: 'dangling' }, spec });
    const isDangling = (status: string) => async () => {
      const conditions = (await read(schemas('dangling'))).status?.conditions ?? [];
      return conditions.some((condition) => condition.type === 'Dangling' && condition.status === status);
    };
    await until(isDangling('True'));
    const { spec: narrow } = (await admin(levels('narrow'))).json;
    await admin(levels(), 'POST', { metadata: { name: 'later' }, spec: narrow });
    await until(isDangling('False'));
    const { managedFields } = (await admin(schemas('dangling'))).json['metadata'] as { managedFields: object[] };
    expect(managedFields).toContainEqual(
      expect.objectContaining({
        manager: 'api-priority-and-fairness-config-consumer-v1',
        operation: 'Apply',
        subresource: 'status',
        fieldsV1: {
          'f:status': {
            'f:conditions': {
              'k:{"type":"Dangling"}': {
                '.': {},
                'f:lastTransitionTime': {},
                'f:message': {},
                'f:reason': {},
                'f:status': {},
                'f:type': {},
              },
            },
          },
        },
      }),
    );
  });

  it('D-226 restores its objects: mandatory ones always, suggested ones unless auto-update is disabled', async () => {
    await admin(levels('system'), 'DELETE');
    await until(async () => (await admin(levels('system'))).code === 200);
    const shares = async (name: string) => (await read(levels(name))).spec.limited.nominalConcurrencyShares;
    const more = { spec: { limited: { nominalConcurrencyShares: 77 } } };
    expect((await merge(levels('catch-all'), more)).code).toBe(422);
    const before = await shares('node-high');
    expect((await merge(levels('node-high'), more)).code).toBe(200);
    await until(async () => (await shares('node-high')) === before);
    const operators = { metadata: { annotations: { [annotations.flowControlAutoUpdate]: 'false' } }, ...more };
    expect((await merge(levels('workload-high'), operators)).code).toBe(200);
    await admin(levels('global-default'), 'DELETE');
    await until(async () => (await admin(levels('global-default'))).code === 200);
    expect(await shares('workload-high')).toBe(77);
  });
});

describe('the seats of a server', () => {
  it.each([
    [400, 200, { 'workload-low': 245, 'leader-election': 25, 'catch-all': 13 }],
    [30, 15, { 'workload-low': 19, 'leader-election': 2, 'catch-all': 1 }],
    [0, 45, { 'workload-low': 19, 'leader-election': 2, 'catch-all': 1 }],
  ])('D-224 the sum of both limits, %d and %d, is divided by the shares of the levels', async (reads, writes, wanted) => {
    const server = await TestServer.start({ maxRequestsInflight: reads, maxMutatingRequestsInflight: writes });
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    const seats = /^apiserver_flowcontrol_nominal_limit_seats\{priority_level="([^"]+)"\} (\d+)$/gm;
    const found = Object.fromEntries([...text.matchAll(seats)].map(([, level, count]) => [level, Number(count)]));
    expect(found).toMatchObject(wanted);
    await server.close();
  }); // prettier-ignore
});

describe('a server without priority and fairness', () => {
  afterAll(() => TestServer.closeAll());

  it('D-222 has two plain limits, sets no flow headers, and still answers health checks', async () => {
    const tokenAuthFile = join(tmpdir(), `flow-tokens-plain-${process.pid}.csv`);
    await writeFile(tokenAuthFile, TOKENS);
    const reads = await HeldReads.start();
    const server = await TestServer.start({
      tokenAuthFile,
      flowLimits: { priorityAndFairness: false },
      maxRequestsInflight: 1,
      maxMutatingRequestsInflight: 1,
      authorization: reads.authorization,
    });
    const held = reads.begin('held', { url: `${server.server.url}${MAPS}`, ca: server.caPem, token: 'elephant-token' });
    await held.seated;
    const refused = await server.call(MAPS, { token: 'mouse-token' });
    expect([refused.code, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(Object.keys(refused.headers).filter((name) => name.includes('-pf-'))).toEqual([]);
    const write = { token: 'mouse-token', method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await server.call(MAPS, { ...write, body: { metadata: { name: 'a' } } })).code).toBe(201);
    expect((await server.call('/readyz', { token: 'mouse-token' })).code).toBe(200);
    const first = new SlowWrite(server, { token: 'elephant-token' }, MAPS, 'first');
    await first.reading;
    const second = new SlowWrite(server, { token: 'elephant-token' }, MAPS, 'second');
    await second.reading;
    expect((await second.finish()).statusCode).toBe(201);
    expect((await first.finish()).statusCode).toBe(201);
    expect((await held.release()).code).toBe(404);
    await server.close();
    await reads.close();
  });
});
