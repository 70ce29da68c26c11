import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinKinds, compileKinds, protobufCodec } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { request } from 'undici';
import { Composer } from 'yaml';
import { TestServer } from '@orch/server-testing';
import { ReviewServer } from '@orch/testing';
import { NO_AUDIT_OPTIONS, type AuditWebhookOptions } from './audit-options.js';
import { AuditedServer, BLOCKING, type ReadEvent } from './audit-server.fixture.js';

const ROOT = { token: 'root-token' };
const JANE = { token: 'jane-token' };
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const QUIET = { omitStages: ['RequestReceived'] };
const json = { 'content-type': 'application/json' };
const configMap = (name: string) => ({ metadata: { name }, data: { k: 'v' } });

describe('audit', () => {
  afterAll(() => TestServer.closeAll());

  const about = (events: readonly ReadEvent[], path: string) =>
    events.filter(({ requestURI }) => requestURI.startsWith(path));

  it('D-195 D-198 D-199 an event has user, action, source and response status', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }], ...QUIET });
    const path = `${CONFIG_MAPS}/none?a=b`;
    const headers = { 'user-agent': 'me/1', 'audit-id': 'mine-1', 'x-forwarded-for': '203.0.113.9, junk' };
    const own = await audited.server.call(path, { ...ROOT, headers });
    const made = await audited.server.call(CONFIG_MAPS, JANE);
    const [event] = about(await audited.stop(), path);
    expect(own.headers['audit-id']).toBe('mine-1');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    expect(event).toEqual({
      kind: 'Event',
      apiVersion: 'audit.orch.io/v1',
      level: 'Metadata',
      auditID: 'mine-1',
      stage: 'ResponseComplete',
      requestURI: path,
      verb: 'get',
      user: { username: 'root', uid: '1', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['203.0.113.9', '127.0.0.1'],
      userAgent: 'me/1',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'none', apiVersion: 'v1' },
      responseStatus: {
        metadata: {},
        status: 'Failure',
        reason: 'NotFound',
        message: 'configmaps "none" not found',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      },
      requestReceivedTimestamp: time,
      stageTimestamp: time,
      annotations: {
        'authorization.orch.io/decision': 'allow',
        'authorization.orch.io/reason': expect.any(String) as string,
      },
    });
    const [refused] = about(await lines(audited), `${CONFIG_MAPS}`).filter(({ user }) => user.username === 'jane');
    expect(refused).toMatchObject({
      auditID: made.headers['audit-id'],
      responseStatus: { code: 403, reason: 'Forbidden' },
      annotations: { 'authorization.orch.io/decision': 'forbid' },
    });
  });

  it('D-112 records the authenticated user as user and the impersonated one as impersonatedUser', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata', users: ['root'] }], ...QUIET });
    const headers = { 'impersonate-user': 'eve', 'impersonate-group': 'crew', 'impersonate-extra-why': 'test' };
    await audited.server.call(CONFIG_MAPS, { ...ROOT, headers });
    const [event] = await audited.stop();
    expect(event).toMatchObject({
      user: { username: 'root' },
      impersonatedUser: { username: 'eve', groups: ['crew', 'system:authenticated'], extra: { why: ['test'] } },
      responseStatus: { code: 403 },
    });
  });

  it('B-094 extra attributes of a webhook are recorded as user.extra', async () => {
    const webhook = await ReviewServer.start();
    const extra = { 'example.com/team': ['a', 'b'], empty: [] };
    webhook.status = () => ({ authenticated: true, user: { username: 'joe', uid: '9', extra } });
    const audited = await AuditedServer.start(
      { rules: [{ level: 'Metadata', users: ['joe'] }], ...QUIET },
      { webhookTokens: { configFile: await webhook.configFile(), version: 'v1', cacheTtlMs: 0 } },
    );
    await audited.server.call(CONFIG_MAPS, { token: 'of-joe' });
    const [event] = await audited.stop();
    await webhook.close();
    expect(event?.user).toEqual({ username: 'joe', uid: '9', groups: ['system:authenticated'], extra });
  });

  it('D-193 each level records more of a write', async () => {
    const rules = ['Metadata', 'Request', 'RequestResponse', 'None'].map((level) => ({
      level,
      verbs: ['update'],
      resources: [{ group: '', resources: ['configmaps'], resourceNames: [level.toLowerCase()] }],
    }));
    const audited = await AuditedServer.start({ rules, ...QUIET });
    for (const { level } of rules) {
      const name = level.toLowerCase();
      await audited.server.call(CONFIG_MAPS, { method: 'POST', ...ROOT, body: configMap(name), headers: json });
      await audited.server.call(`${CONFIG_MAPS}/${name}`, {
        method: 'PUT',
        ...ROOT,
        body: configMap(name),
        headers: json,
      });
    }
    const events = await audited.stop();
    expect(events.map(({ level }) => level)).toEqual(['Metadata', 'Request', 'RequestResponse']);
    expect(events.map(({ requestObject }) => requestObject?.['data'])).toEqual([undefined, { k: 'v' }, { k: 'v' }]);
    expect(events.map(({ responseObject }) => responseObject?.['kind'])).toEqual([undefined, undefined, 'ConfigMap']);
  });

  it('D-193 records bodies in protobuf, compressed responses and names of creates', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'RequestResponse', resources: [{}] }], ...QUIET });
    const accept = 'application/vnd.kubernetes.protobuf';
    await audited.server.call(CONFIG_MAPS, {
      method: 'POST',
      ...ROOT,
      headers: { ...json, accept },
      body: configMap('a'),
    });
    await audited.server.call(`${CONFIG_MAPS}?fieldSelector=metadata.name%3Da`, { ...ROOT, headers: { accept } });
    const big = { ...configMap('big'), data: { k: 'x'.repeat(200_000) } };
    const zip = await request(audited.server.server.url + CONFIG_MAPS, {
      method: 'POST',
      dispatcher: audited.server.agent(),
      body: JSON.stringify(big),
      headers: { ...json, authorization: `Bearer ${ROOT.token}`, 'accept-encoding': 'gzip' },
    });
    await zip.body.dump();
    expect(zip.headers['content-encoding']).toBe('gzip');
    const [event, list, zipped] = about(await audited.stop(), CONFIG_MAPS);
    expect(event!.objectRef!.name).toBe('a');
    expect(event!.responseObject).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'a' } });
    expect(list!.responseObject).toMatchObject({ items: [{ metadata: { name: 'a' } }] });
    expect(zipped!.responseObject).toMatchObject({ data: big.data });
  });

  const typed = (type: string) => ({ 'content-type': type });

  it('D-193 records bodies of every encoding without decoding them again', async () => {
    const composed = jest.spyOn(Composer.prototype, 'compose');
    const audited = await AuditedServer.start({ rules: [{ level: 'RequestResponse', resources: [{}] }], ...QUIET });
    const post = (type: string, body: string | Buffer) =>
      audited.server.call(CONFIG_MAPS, { method: 'POST', ...ROOT, headers: typed(type), body });
    const definition = compileKinds(builtinKinds, vocabularies.orch).find(({ gvk }) => gvk.kind === 'ConfigMap')!;
    await post(
      'application/json',
      '{\n "metadata": { "name": "json" },\n "data": { "k": "json" },\n "unknown": 1.50\n}',
    );
    await post('application/yaml', 'metadata:\n  name: yaml\ndata:\n  k: yaml\n');
    const protobuf = protobufCodec(definition)!.encode({ ...configMap('protobuf'), data: { k: 'protobuf' } });
    await post('application/vnd.kubernetes.protobuf', protobuf);
    await audited.server.call(`${CONFIG_MAPS}/json`, {
      method: 'PATCH',
      ...ROOT,
      headers: typed('application/merge-patch+json'),
      body: '{"data":{"k":"patched"}}',
    });
    for (const accept of [
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'application/json;as=Table;v=v1;g=meta.k8s.io',
    ])
      await audited.server.call(`${CONFIG_MAPS}?fieldSelector=metadata.name%3Djson`, { ...ROOT, headers: { accept } });
    expect(composed).toHaveBeenCalledTimes(1);
    composed.mockRestore();
    const events = about(await audited.stop(), CONFIG_MAPS);
    expect(events.slice(0, 4).map(({ requestObject }) => requestObject!['data'])).toEqual([
      { k: 'json' },
      { k: 'yaml' },
      { k: 'protobuf' },
      { k: 'patched' },
    ]);
    expect(events.slice(0, 4).map(({ responseObject }) => responseObject!['kind'])).toEqual(Array(4).fill('ConfigMap'));
    expect(events.slice(4).map(({ responseObject }) => responseObject!['kind'])).toEqual([
      'ConfigMapList',
      'ConfigMapList',
      'Table',
    ]);
    expect(events.slice(4, 6).map(({ responseObject }) => responseObject!['items'])).toEqual(
      Array(2).fill([expect.objectContaining({ data: { k: 'patched' } })]),
    );
    expect(await readFile(audited.path, 'utf8')).toContain('"unknown": 1.50');
  });

  it('records a rejected body as rejected, and a duplicate field with its last value', async () => {
    const audited = await AuditedServer.start({
      rules: [
        { level: 'RequestResponse', verbs: ['create'], resources: [{ resources: ['configmaps'] }] },
        { level: 'Metadata', verbs: ['update'], resources: [{ resources: ['configmaps'] }] },
      ],
      ...QUIET,
    });
    const send = (method: string, path: string, type: string, body: string) =>
      audited.server.call(path, { method, ...ROOT, headers: typed(type), body });
    await send('POST', CONFIG_MAPS, 'application/json', '{"metadata":');
    await send('POST', CONFIG_MAPS, 'application/yaml', `${'? '.repeat(300)}a`);
    await send('PUT', `${CONFIG_MAPS}/x`, 'application/json', '{"a":1e999}');
    await send('POST', CONFIG_MAPS, 'application/json', '{"metadata":{"name":"x"},\n"data":{"k":"1","k":"2"}}');
    const events = await audited.stop();
    expect(events.map(({ annotations }) => annotations?.['audit.orch.io/request-body'])).toEqual([
      'refused',
      'refused',
      'refused',
      undefined,
    ]);
    expect(events.map(({ requestObject }) => requestObject?.['data'])).toEqual([
      undefined,
      undefined,
      undefined,
      { k: '2' },
    ]);
    expect(events[0]).toMatchObject({ responseObject: { kind: 'Status', code: 400 }, responseStatus: { code: 400 } });
    expect(await readFile(audited.path, 'utf8')).not.toContain('"k":"1"');
  });

  it('D-194 counts the stages of a write and of a watch, and drops omitted ones', async () => {
    const rules = [
      { level: 'Metadata', users: ['root'], verbs: ['create', 'watch'], resources: [{ resources: ['configmaps'] }] },
      { level: 'Metadata', users: ['root'], verbs: ['delete'], omitStages: ['RequestReceived'] },
    ];
    const audited = await AuditedServer.start({ rules });
    await audited.server.call(CONFIG_MAPS, { method: 'POST', ...ROOT, body: configMap('a'), headers: json });
    await audited.server.call(`${CONFIG_MAPS}?watch=1&timeoutSeconds=1`, ROOT);
    await audited.server.call(`${CONFIG_MAPS}/a`, { method: 'DELETE', ...ROOT });
    const events = await audited.stop();
    const stages = (verb: string) => events.filter((event) => event.verb === verb).map(({ stage }) => stage);
    expect(stages('create')).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(stages('watch')).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
    expect(stages('delete')).toEqual(['ResponseComplete']);
  });

  it('D-194 omitManagedFields of the policy applies unless a rule overrides it', async () => {
    const rules = [
      { level: 'RequestResponse', verbs: ['create'], resources: [{ resources: ['configmaps'] }] },
      { level: 'RequestResponse', verbs: ['get', 'list'], users: ['root'], omitManagedFields: false },
    ];
    const audited = await AuditedServer.start({ rules, omitManagedFields: true, ...QUIET });
    await audited.server.call(CONFIG_MAPS, { method: 'POST', ...ROOT, body: configMap('a'), headers: json });
    await audited.server.call(`${CONFIG_MAPS}/a`, ROOT);
    const [made, read] = await audited.stop();
    expect(made!.responseObject!['metadata']).not.toHaveProperty('managedFields');
    expect(read!.responseObject!['metadata']).toHaveProperty('managedFields');
  });

  it('D-190 records nothing without a policy, and fails to start with an invalid one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'orch-audit-'));
    const [policyFile, path] = [join(directory, 'policy.yaml'), join(directory, 'audit.log')];
    const rotation = { maxBytes: 0, maxAgeDays: 0, maxBackups: 0, compress: false };
    const log = { path, format: 'json', ...BLOCKING, rotation } as const;
    const without = await TestServer.start({ audit: { ...NO_AUDIT_OPTIONS, log } });
    await without.call('/version');
    await without.close();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    const cases: [policy: string, message: string][] = [
      ['rules: [', 'policy.yaml: '],
      ['kind: Policy\napiVersion: audit.orch.io/v1\nrules: [{level: All}]', 'rules[0].level: must be among None'],
    ];
    for (const [policy, message] of cases) {
      await writeFile(policyFile, policy);
      const start = TestServer.start({ audit: { policyFile, log, webhook: undefined } });
      await expect(start).rejects.toThrow(message);
    }
  });

  it('B-302 D-189 B-303 marks requests to a deprecated version in audit and metrics', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }], ...QUIET }, { emulatedMinor: 24 });
    const path = '/apis/batch/v1beta1/namespaces/default/cronjobs';
    await audited.server.call('/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets', JANE);
    await audited.server.call(path, ROOT);
    const { text } = await audited.server.call('/metrics', ROOT);
    const events = await audited.stop();
    const notes = about(events, '/apis/').map(({ annotations }) => [
      annotations?.['orch.io/deprecated'],
      annotations?.['orch.io/removed-release'],
    ]);
    expect(notes).toEqual([
      [undefined, undefined],
      ['true', '1.25'],
    ]);
    expect(text.split('\n').filter((line) => line.startsWith('apiserver_requested_deprecated_apis'))).toEqual([
      'apiserver_requested_deprecated_apis{group="batch",version="v1beta1",resource="cronjobs",subresource="",removed_release="1.25"} 1',
    ]);
  });

  it('D-176 annotates the pod security policy that was evaluated, and its violations', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }], ...QUIET });
    const send = (path: string, body: object) =>
      audited.server.call(path, { ...ROOT, method: 'POST', headers: json, body });
    const labels = (levels: Record<string, string>) =>
      Object.fromEntries(Object.entries(levels).map(([mode, level]) => [`pod-security.orch.io/${mode}`, level]));
    const namespace = { name: 'judged', labels: labels({ audit: 'baseline', enforce: 'privileged' }) };
    await send('/api/v1/namespaces', { metadata: namespace });
    const containers = [{ name: 'c', image: 'i', securityContext: { privileged: true } }];
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
    await send('/api/v1/namespaces/judged/pods', { metadata: { name: 'p' }, spec: { containers } });
    await send('/apis/apps/v1/namespaces/judged/replicasets', {
      metadata: { name: 'r' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    const events = (await audited.stop()).filter(({ requestURI }) => requestURI.includes('/judged/'));
    const violation =
      'would violate PodSecurity "baseline:latest": privileged (container "c" must not set securityContext.privileged=true)';
    const noted = (key: string) => events.map(({ annotations }) => annotations?.[`pod-security.orch.io/${key}`]);
    expect(noted('enforce-policy')).toEqual(['privileged:latest', undefined]);
    expect(noted('audit-violations')).toEqual([violation, violation]);
  });

  it('uses the names of the other vocabulary', async () => {
    const audited = await AuditedServer.start(
      { rules: [{ level: 'Metadata' }], ...QUIET },
      { vocabulary: 'kubernetes', emulatedMinor: 24 },
    );
    await audited.server.call('/apis/batch/v1beta1/cronjobs', ROOT);
    const [event] = about(await audited.stop(), '/apis/');
    expect(event).toMatchObject({
      apiVersion: 'audit.k8s.io/v1',
      annotations: {
        'authorization.k8s.io/decision': 'allow',
        'k8s.io/deprecated': 'true',
        'k8s.io/removed-release': '1.25',
      },
    });
  });

  it('records rejected credentials without secrets', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'RequestResponse' }], ...QUIET });
    await audited.server.call(CONFIG_MAPS, { token: 'HIDE-bad-token' });
    const secrets = '/api/v1/namespaces/default/secrets';
    const post = (path: string, body: object) =>
      audited.server.call(path, { method: 'POST', ...ROOT, body, headers: json });
    await post(secrets, { metadata: { name: 's' }, stringData: { key: 'HIDE-data' } });
    await post(secrets, { metadata: { name: 't' }, data: { key: '!HIDE-broken' } });
    await audited.server.call(`${secrets}/s`, ROOT);
    await post('/apis/authentication.orch.io/v1/tokenreviews', { spec: { token: 'HIDE-reviewed' } });
    await audited.server.call('/api/v1/namespaces?access_token=HIDE-query&limit=1', ROOT);
    const account = await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'a' } });
    expect(account.code).toBe(201);
    const given = await post('/api/v1/namespaces/default/serviceaccounts/a/token', {});
    const { token } = given.json['status'] as { token: string };
    const events = await audited.stop();
    const text = await readFile(audited.path, 'utf8');
    expect(events[0]).toMatchObject({
      user: {},
      responseStatus: { code: 401 },
      responseObject: { reason: 'Unauthorized' },
    });
    expect(events[0]!.user).toEqual({});
    expect(events).toHaveLength(8);
    expect(text).not.toContain('HIDE');
    expect(text).not.toContain(Buffer.from('HIDE-data').toString('base64'));
    expect(text).not.toContain(token);
    expect(text).toContain('access_token=REDACTED&limit=1');
  });

  it('a body that holds secrets is not recorded at the path of another kind', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'RequestResponse', users: ['root'] }], ...QUIET });
    const send = (method: string, path: string, body: object, type = 'application/json') =>
      audited.server.call(path, { method, ...ROOT, body, headers: { 'content-type': type } });
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { key: 'HIDE' } };
    const tokens = ['TokenReview', 'TokenRequest'].map((kind) => ({
      ...{ apiVersion: 'authentication.orch.io/v1', kind, metadata: { name: 's' } },
      ...{ spec: { token: 'HIDE' }, status: { token: 'HIDE' } },
    }));
    const { apiVersion: _, ...unversioned } = secret;
    const list = { apiVersion: 'v1', kind: 'List', items: [secret] };
    const large = {
      ...secret,
      data: Object.fromEntries(Array.from({ length: 4_000 }, (_v, at) => [`k${at}`, 'HIDE'])),
    };
    const bodies = [secret, unversioned, list, { ...list, kind: 'SecretList' }, [null, secret], ...tokens, large];
    for (const body of bodies) expect((await send('POST', CONFIG_MAPS, body)).code).toBe(400);
    expect((await send('POST', CONFIG_MAPS, configMap('s'))).code).toBe(201);
    await send('PATCH', `${CONFIG_MAPS}/s`, secret, 'application/merge-patch+json');
    await send('PATCH', `${CONFIG_MAPS}/s?fieldManager=me`, secret, 'application/apply-patch+yaml');
    const mine = { apiVersion: 'example.com/v1', kind: 'Secret', metadata: { name: 'own' } };
    expect((await send('POST', CONFIG_MAPS, mine)).code).toBe(400);
    const events = await audited.stop();
    expect(events).toHaveLength(bodies.length + 4);
    expect(await readFile(audited.path, 'utf8')).not.toContain('HIDE');
    expect(events.filter(({ requestObject }) => requestObject).map(({ requestObject }) => requestObject)).toEqual([
      configMap('s'),
      mine,
    ]);
  });

  it('escapes and truncates values from clients, so that an event stays on one line', async () => {
    for (const format of ['json', 'legacy'] as const) {
      const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }], ...QUIET }, {}, { format });
      const forged = '/x%0A{"kind":"Event"}%0d%0a2020 AUDIT: user="root"';
      const agent = audited.server.agent();
      await request(audited.server.server.url + forged.replaceAll(' ', '%20'), {
        dispatcher: agent,
        headers: { 'user-agent': 'x" user="root' + 'y'.repeat(8_000), 'impersonate-user': 'a\tb' },
      }).then(({ body }) => body.dump());
      await audited.server.call('/version', {
        ...ROOT,
        headers: { 'impersonate-user': 'eve" as="root', 'impersonate-extra-a%0ab': 'c' },
      });
      await audited.server.close();
      const text = (await readFile(audited.path, 'utf8')).trimEnd().split('\n');
      expect(text).toHaveLength(2);
      for (const line of text) {
        expect(line.length).toBeLessThan(4_096);
        if (format === 'json') expect(JSON.parse(line)).toMatchObject({ kind: 'Event' });
        else
          expect(line).toMatch(/^\S+Z AUDIT: id="[^"]*" stage="ResponseComplete" ip="127\.0\.0\.1" method="get" user=/);
      }
      if (format === 'legacy') expect(text[1]).toContain(' as="eve\\" as=\\"root" ');
      else expect((JSON.parse(text[0]!) as ReadEvent).userAgent).toMatch(/^x.*y\.\.\.TRUNCATED$/);
    }
  });

  it('D-196 rotates a full file, and removes old ones', async () => {
    const rotation = { maxBytes: 4_096, maxAgeDays: 0, maxBackups: 2, compress: true };
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }] }, {}, { rotation });
    for (let i = 0; i < 40; i++) await audited.server.call(`/version?n=${i}`, ROOT);
    await audited.stop();
    const names = (await readdir(join(audited.directory, 'log'))).toSorted();
    expect(names).toEqual([
      expect.stringMatching(/^audit-.*\.log\.gz$/),
      expect.stringMatching(/^audit-.*\.log\.gz$/),
      'audit.log',
    ]);
  });

  it('a client that has its answer finds the final event in the log', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'RequestResponse' }] });
    const found: unknown[] = [];
    const requests = [
      ['GET', '/version'],
      ['GET', '/api/v1/namespaces'],
      ['GET', '/openapi/v2'],
      ['GET', '/api/v1/namespaces/none'],
      ['POST', '/api/v1/namespaces/default/configmaps'],
      ['GET', '/api/v1/namespaces?watch=true&timeoutSeconds=1&fieldSelector=metadata.name=default'],
    ] as const;
    for (const [method, path] of requests) {
      const body = method === 'POST' ? { body: { metadata: { name: 'a' } } } : {};
      const { code } = await audited.server.call(path, { method, ...ROOT, ...body });
      const { requestURI, stage, responseStatus } = (await lines(audited)).at(-1)!;
      found.push([requestURI === path, stage, responseStatus?.code === code]);
    }
    await audited.server.close();
    expect(found).toEqual(requests.map(() => [true, 'ResponseComplete', true]));
  });

  it('a full disk loses events, but requests succeed', async () => {
    const path = '/dev/full';
    const error = jest.fn();
    const log = { error, warn: jest.fn(), info: jest.fn(), debug: jest.fn() };
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata' }] }, {}, { path }, { log: log as never });
    for (let i = 0; i < 3; i++) expect((await audited.server.call('/version', ROOT)).code).toBe(200);
    const { text } = await audited.server.call('/metrics', ROOT);
    expect(text).toMatch(/^apiserver_audit_error_total\{plugin="log"\} [1-9]/m);
    await audited.server.close();
    expect(error.mock.calls.filter(([message]) => message === 'audit events are lost')).toHaveLength(1);
  });

  describe('a collector', () => {
    let collector: ReviewServer;
    beforeAll(async () => (collector = await ReviewServer.start()));
    afterAll(() => collector.close());
    const start = async (changes: Partial<AuditWebhookOptions>) => {
      const audited = await AuditedServer.start({ rules: [{ level: 'Metadata', nonResourceURLs: ['/version'] }] });
      await audited.server.close();
      const webhook: AuditWebhookOptions = {
        configFile: await collector.configFile(),
        mode: 'batch',
        batchMaxEvents: 3,
        batchMaxWaitMs: 3_600_000,
        bufferEvents: 100,
        initialBackoffMs: 10_000,
        ...changes,
      };
      const policyFile = join(audited.directory, 'policy');
      return TestServer.start({ audit: { policyFile, log: undefined, webhook } });
    };

    it('D-197 receives batches as EventLists, and the remaining events at shutdown', async () => {
      collector.reset();
      const server = await start({});
      const called = new Promise<void>((resolve) => (collector.onCall = resolve));
      await server.call('/version');
      await server.call('/version');
      await called;
      await server.close();
      const lists = collector.calls.map(({ text }) => JSON.parse(text) as { kind: string; items: ReadEvent[] });
      expect(lists.map(({ kind, items }) => [kind, items.length])).toEqual([
        ['EventList', 3],
        ['EventList', 1],
      ]);
      expect(collector.calls[0]).toMatchObject({
        method: 'POST',
        path: '/judge',
        caller: 'the-api-server',
        body: { apiVersion: 'audit.orch.io/v1', kind: 'EventList' },
      });
    });

    it('D-197 an unavailable collector fails requests with 500 only in mode blocking-strict', async () => {
      await collector.stopListening();
      const codes: number[] = [];
      for (const mode of ['batch', 'blocking', 'blocking-strict'] as const) {
        const server = await start({ mode });
        codes.push((await server.call('/version')).code);
        await server.close();
      }
      await collector.listen();
      expect(codes).toEqual([200, 200, 500]);
    });
  });
});

const lines = async ({ path }: AuditedServer): Promise<readonly ReadEvent[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ReadEvent);
