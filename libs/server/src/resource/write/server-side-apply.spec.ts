import type { Agent } from 'undici';
import { TestServer, type Call } from '@orch/server-testing';

const APPLY = 'application/apply-patch+yaml';
const MERGE = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const CM = '/api/v1/namespaces/default/configmaps';
const PVC = '/api/v1/namespaces/default/persistentvolumeclaims';
const POD = '/api/v1/namespaces/default/pods';
const DRV = '/apis/storage.orch.io/v1/csidrivers';
const CSN = '/apis/storage.orch.io/v1/csinodes';

interface Entry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}
interface Stored {
  kind: string;
  metadata: { name: string; resourceVersion: string; managedFields?: Entry[]; finalizers?: string[] };
  data?: Record<string, string>;
  spec: Record<string, unknown>;
  status?: unknown;
}
interface Failure {
  message: string;
  reason: string;
  code: number;
  details: { kind?: string; group?: string; causes: { reason: string; message: string; field: string }[] };
}

describe('server-side apply', () => {
  let server: TestServer;
  let admin: Agent;
  beforeAll(async () => {
    server = await TestServer.start();
    admin = await server.admin();
  });
  afterAll(() => TestServer.closeAll());

  const send = async <T = Stored>(method: string, path: string, body?: unknown, headers: Call['headers'] = {}) => {
    const call = body === undefined ? {} : { body };
    const answer = await server.call(path, { method, agent: admin, headers, ...call });
    return { code: answer.code, text: answer.text, body: answer.json as unknown as T };
  };
  const apply = <T = Stored>(path: string, body: unknown, query = '', manager = 'm') =>
    send<T>('PATCH', `${path}?fieldManager=${manager}${query}`, body, { 'content-type': APPLY });
  const patch = (type: string, path: string, body: unknown, query = '') =>
    send('PATCH', `${path}${query}`, body, { 'content-type': type });
  const get = async (path: string) => (await send('GET', path)).body;

  let made = 0;
  const fresh = (prefix = 'x') => `${prefix}${++made}`;
  const configMap = (name: string, data: Record<string, string>, metadata: object = {}) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...metadata },
    data,
  });
  /** Owners as `manager/operation[/subresource]`. */
  const ownersOf = (object: Stored) =>
    (object.metadata.managedFields ?? []).map((e) => [e.manager, e.operation, e.subresource].filter(Boolean).join('/'));
  const fieldsOf = (object: Stored, manager: string) =>
    object.metadata.managedFields?.find((e) => e.manager === manager)?.fieldsV1;
  const keysOf = (object: Stored, manager: string) =>
    Object.keys((fieldsOf(object, manager)?.['f:data'] as object | undefined) ?? {}).filter((k) => k !== '.');

  describe('apply', () => {
    it('A-131 A-551 C-109 creates missing objects and changes existing ones', async () => {
      const name = fresh();
      const created = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      expect([created.code, created.body.data]).toEqual([201, { a: '1' }]);
      const changed = await apply(`${CM}/${name}`, configMap(name, { a: '2' }));
      expect([changed.code, changed.body.data]).toEqual([200, { a: '2' }]);
      const missing = await patch(MERGE, `${CM}/${fresh()}`, {});
      expect(missing.code).toBe(404);
    });

    it('A-137 A-235 A-236 A-237 A-238 records manager, operation, version, time and fields', async () => {
      const name = fresh();
      const { body } = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      expect(body.metadata.managedFields).toEqual([
        {
          manager: 'm',
          operation: 'Apply',
          apiVersion: 'v1',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { 'f:a': {} } },
        },
      ]);
    });

    it('A-132 A-176 keeps fields that it does not contain', async () => {
      const name = fresh();
      await send('POST', `${CM}?fieldManager=c`, configMap(name, { b: '1', c: '1' }));
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const { body } = await apply(`${CM}/${name}`, configMap(name, {}));
      expect(body.data).toEqual({ b: '1', c: '1' });
    });

    it('C-116 reads JSON, YAML, and YAML in braces; repeated keys are rejected under Strict', async () => {
      const name = fresh();
      const bodies = [
        JSON.stringify(configMap(name, { a: '1' })),
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "1"\n`,
        `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}, data: {a: "1"}}`,
      ];
      for (const body of bodies) {
        const answer = await apply(`${CM}/${name}`, body);
        expect([[200, 201].includes(answer.code), answer.body.data]).toEqual([true, { a: '1' }]);
      }
      const twice = `${bodies[1]}  a: "2"\n`;
      const refused = await apply<Failure>(`${CM}/${name}`, twice, '&fieldValidation=Strict');
      expect([refused.code, refused.body.message]).toEqual([
        400,
        'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "a" already set in map',
      ]);
    });

    it('A-178 requires neither a read nor a resourceVersion', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      await patch(MERGE, `${CM}/${name}`, { data: { z: '1' } });
      expect((await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1' }))).code).toBe(200);
    });

    it('C-114 a resourceVersion in the body is a precondition', async () => {
      const name = fresh();
      const { body } = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const stale = { resourceVersion: body.metadata.resourceVersion };
      expect((await apply(`${CM}/${name}`, configMap(name, { a: '2' }, stale))).code).toBe(200);
      expect((await apply(`${CM}/${name}`, configMap(name, { a: '3' }, stale))).code).toBe(409);
    });

    it('C-109 creates an absent object whatever resourceVersion the body has, unless it has a uid', async () => {
      const [name, other] = [fresh(), fresh()];
      expect((await apply(`${CM}/${name}`, configMap(name, {}, { resourceVersion: '1' }))).code).toBe(201);
      const refused = await apply<Failure>(`${CM}/${other}`, configMap(other, {}, { uid: 'u' }));
      expect(refused).toMatchObject({
        code: 409,
        body: { message: expect.stringContaining('uid mismatch: the provided object specified uid u, and') },
      });
    });

    it('C-122 the same apply again changes nothing, not even a time', async () => {
      const name = fresh();
      const first = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const second = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      expect(second.body).toEqual(first.body);
    });

    it('A-133 A-134 C-107 requires a field manager, other writes do not', async () => {
      const name = fresh();
      const refused = await send<Failure>('PATCH', `${CM}/${name}`, configMap(name, {}), { 'content-type': APPLY });
      expect(refused.code).toBe(422);
      expect(refused.body.message).toContain('PatchOptions.meta.orch.io "" is invalid: fieldManager: ');
      expect(refused.body.details).toMatchObject({
        group: 'meta.orch.io',
        kind: 'PatchOptions',
        causes: [{ reason: 'FieldValueRequired', field: 'fieldManager' }],
      });
      expect(refused.body.details.causes[0]!.message).toContain('is required for apply patch');
      expect((await send('POST', CM, configMap(name, {}))).code).toBe(201);
    });

    it('C-111 limits its name to 128 printable characters', async () => {
      const name = fresh();
      for (const manager of ['m'.repeat(129), 'a%07b']) {
        const refused = await apply<Failure>(`${CM}/${name}`, configMap(name, {}), '', manager);
        expect([refused.code, refused.body.details.causes[0]!.field]).toEqual([422, 'fieldManager']);
      }
      expect((await apply(`${CM}/${name}`, configMap(name, { a: '' }), '', 'm'.repeat(128))).code).toBe(201);
    });

    it('A-550 C-110 is the only patch that may be forced', async () => {
      const name = fresh();
      expect((await apply(`${CM}/${name}`, configMap(name, {}), '&force=true')).code).toBe(201);
      const refused = await send<Failure>('PATCH', `${CM}/${name}?force=true`, {}, { 'content-type': MERGE });
      expect(refused.body.details.causes[0]).toMatchObject({ reason: 'FieldValueForbidden', field: 'force' });
    });

    it('A-136 C-108 rejects managedFields in the body', async () => {
      const name = fresh();
      const owned = configMap(name, {}, { managedFields: [{ manager: 'x' }] });
      const refused = await apply<Failure>(`${CM}/${name}`, owned);
      expect([refused.code, refused.body.message]).toEqual([400, 'metadata.managedFields must be nil']);
    });

    it('C-115 requires kind and name that match the URL', async () => {
      const name = fresh();
      const { kind: _kind, ...untyped } = configMap(name, {});
      const { apiVersion: _version, ...unversioned } = configMap(name, {});
      const bodies = [untyped, unversioned, { ...untyped, kind: 'Secret' }, configMap('other', {})];
      for (const body of bodies) expect((await apply(`${CM}/${name}`, body)).code).toBe(400);
      const unnamed = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } };
      expect((await apply(`${CM}/${name}`, unnamed)).body.metadata.name).toBe(name);
    });

    it('C-117 rejects fields that the schema does not have', async () => {
      const name = fresh();
      for (const query of ['', '&fieldValidation=Strict']) {
        const refused = await apply<Failure>(`${CM}/${name}`, { ...configMap(name, {}), foo: 1 }, query);
        expect([refused.code, refused.body.message]).toEqual([
          400,
          `failed to create typed patch object (/${name}; /v1, Kind=ConfigMap): .foo: field not declared in schema`,
        ]);
      }
    });
  });

  describe('conflicts', () => {
    it('A-142 C-113 B-325 D-203 conflicts name the owners of the changed fields', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1' }), '', 'm1');
      const one = await apply<Failure>(`${CM}/${name}`, configMap(name, { a: '2' }), '', 'm2');
      expect(one.body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Apply failed with 1 conflict: conflict with "m1" using v1: .data.a',
        reason: 'Conflict',
        details: {
          causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "m1" using v1', field: '.data.a' }],
        },
        code: 409,
      });
      const two = await apply<Failure>(`${CM}/${name}`, configMap(name, { a: '2', b: '2' }), '', 'm2');
      expect(two.body.message).toBe(
        'Apply failed with 2 conflicts: conflicts with "m1" using v1:\n- .data.a\n- .data.b',
      );
      expect((await get(`${CM}/${name}`)).data).toEqual({ a: '1', b: '1' });
    });

    it('A-144 A-177 force overrides them', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1' }), '', 'm1');
      const forced = await apply(`${CM}/${name}`, configMap(name, { a: '2' }), '&force=true', 'm2');
      expect([forced.code, forced.body.data]).toEqual([200, { a: '2', b: '1' }]);
      expect([keysOf(forced.body, 'm1'), keysOf(forced.body, 'm2')]).toEqual([['f:b'], ['f:a']]);
    });

    it('A-141 A-146 A-145 end when both set the same value; a manager that drops the field loses it', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }), '', 'm1');
      const shared = await apply(`${CM}/${name}`, configMap(name, { a: '1' }), '', 'm2');
      expect([keysOf(shared.body, 'm1'), keysOf(shared.body, 'm2')]).toEqual([['f:a'], ['f:a']]);
      const left = await apply(`${CM}/${name}`, configMap(name, {}), '', 'm2');
      expect([left.code, left.body.data, ownersOf(left.body)]).toEqual([200, { a: '1' }, ['m2/Apply', 'm1/Apply']]);
      expect(keysOf(left.body, 'm2')).toEqual([]);
    });
  });

  describe('fields that an apply leaves out', () => {
    it('A-147 A-148 A-175 are removed unless others own them', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1', c: '1' }));
      await apply(`${CM}/${name}`, configMap(name, { c: '1' }), '', 'm2');
      expect((await apply(`${CM}/${name}`, configMap(name, { a: '1' }))).body.data).toEqual({ a: '1', c: '1' });
    });

    it('A-149 A-151 A-153 C-131 items of a set', async () => {
      const name = fresh();
      const held = (...finalizers: string[]) => configMap(name, {}, { finalizers });
      await apply(`${CM}/${name}`, held('x.io/a', 'x.io/b', 'x.io/c'));
      const shared = await apply(`${CM}/${name}`, held('x.io/b'), '', 'm2');
      expect(fieldsOf(shared.body, 'm2')).toMatchObject({ 'f:metadata': { 'f:finalizers': { 'v:"x.io/b"': {} } } });
      const { body } = await apply(`${CM}/${name}`, held('x.io/a'));
      expect(body.metadata.finalizers).toEqual(['x.io/a', 'x.io/b']);
      const posted = await send('POST', CM, configMap(fresh(), {}, { finalizers: ['x.io/a'] }));
      expect(posted.body.metadata.managedFields![0]!.fieldsV1).toEqual({
        'f:metadata': { 'f:finalizers': { '.': {}, 'v:"x.io/a"': {} } },
      });
      await patch(MERGE, `${CM}/${name}`, { metadata: { finalizers: null } });
      await patch(MERGE, `${CM}/x${made}`, { metadata: { finalizers: null } });
    });

    it('A-150 A-154 items of a keyed list', async () => {
      const name = fresh('node');
      const node = (...drivers: string[]) => ({
        apiVersion: 'storage.orch.io/v1',
        kind: 'CSINode',
        metadata: { name },
        spec: { drivers: drivers.map((driver) => ({ name: driver, nodeID: 'n', topologyKeys: [] })) },
      });
      await apply(`${CSN}/${name}`, node('d1', 'd2'));
      const both = await apply(`${CSN}/${name}`, node('d3'), '', 'm2');
      expect((both.body.spec['drivers'] as { name: string }[]).map((d) => d.name)).toEqual(['d1', 'd2', 'd3']);
      const less = await apply(`${CSN}/${name}`, node('d1'));
      expect((less.body.spec['drivers'] as { name: string }[]).map((d) => d.name)).toEqual(['d1', 'd3']);
    });
  });

  describe('kinds of lists and maps', () => {
    const csiDriver = (name: string, spec: object) => ({
      apiVersion: 'storage.orch.io/v1',
      kind: 'CSIDriver',
      metadata: { name },
      spec,
    });
    it('A-152 A-165 A-421 an atomic list has one owner', async () => {
      const name = fresh('drv');
      const requests = (audience: string) => csiDriver(name, { tokenRequests: [{ audience }] });
      const created = await apply(`${DRV}/${name}`, requests('a'), '', 'm1');
      expect(fieldsOf(created.body, 'm1')).toEqual({ 'f:spec': { 'f:tokenRequests': {} } });
      const refused = await apply<Failure>(`${DRV}/${name}`, requests('b'), '', 'm2');
      expect([refused.code, refused.body.details.causes.map((c) => c.field)]).toEqual([409, ['.spec.tokenRequests']]);
    });

    it('A-158 an atomic map has one owner', async () => {
      const name = fresh('svc');
      const path = `/api/v1/namespaces/default/services/${name}`;
      const service = (selector: object) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name },
        spec: { selector, ports: [{ port: 80 }] },
      });
      expect((await apply(path, service({ a: '1' }), '', 'm1')).code).toBe(201);
      const refused = await apply<Failure>(path, service({ b: '2' }), '', 'm2');
      expect([refused.code, refused.body.details.causes.map((c) => c.field)]).toEqual([409, ['.spec.selector']]);
    });

    it('A-157 a granular map has an owner for each key', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }), '', 'm1');
      const both = await apply(`${CM}/${name}`, configMap(name, { b: '1' }), '', 'm2');
      expect([both.code, both.body.data]).toEqual([200, { a: '1', b: '1' }]);
    });

    it('A-159 a struct has an owner for each field', async () => {
      const name = fresh('lease');
      const path = `/apis/coordination.orch.io/v1/namespaces/default/leases/${name}`;
      const lease = (spec: object) => ({
        apiVersion: 'coordination.orch.io/v1',
        kind: 'Lease',
        metadata: { name },
        spec,
      });
      await apply(path, lease({ holderIdentity: 'h' }), '', 'm1');
      const both = await apply(path, lease({ leaseDurationSeconds: 5 }), '', 'm2');
      expect([both.code, both.body.spec]).toEqual([200, { holderIdentity: 'h', leaseDurationSeconds: 5 }]);
    });

    it('A-160 an atomic struct has one owner', async () => {
      const name = fresh('cap');
      const path = `/apis/storage.orch.io/v1/namespaces/default/csistoragecapacities/${name}`;
      const capacity = (matchLabels: object) => ({
        apiVersion: 'storage.orch.io/v1',
        kind: 'CSIStorageCapacity',
        metadata: { name },
        storageClassName: 's',
        nodeTopology: { matchLabels },
      });
      const first = await apply(path, capacity({ a: '1' }), '', 'm1');
      expect(fieldsOf(first.body, 'm1')).toMatchObject({ 'f:nodeTopology': {} });
      const refused = await apply<Failure>(path, capacity({ b: '1' }), '', 'm2');
      expect([refused.code, refused.body.details.causes.map((c) => c.field)]).toEqual([409, ['.nodeTopology']]);
    });

    it('A-164 volumes are distinguished by their merge key', async () => {
      const name = fresh('web');
      const path = `/apis/apps/v1/namespaces/default/deployments/${name}`;
      const volumes = (volume: string) => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name },
        spec: {
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: volume, emptyDir: {} }] },
          },
        },
      });
      await apply(path, volumes('v1'), '', 'm1');
      const { body } = await apply(path, volumes('v2'), '', 'm2');
      const shown = body.spec['template'] as { spec: { volumes: { name: string }[] } };
      expect(shown.spec.volumes.map((v) => v.name)).toEqual(['v1', 'v2']);
    });
  });

  describe('managed fields of other writes', () => {
    it('A-138 A-231 A-233 A-544 POST', async () => {
      const { body } = await send('POST', `${CM}?fieldManager=c`, configMap(fresh(), { a: '1' }));
      expect(ownersOf(body)).toEqual(['c/Update']);
      expect(fieldsOf(body, 'c')).toEqual({ 'f:data': { '.': {}, 'f:a': {} } });
    });

    it('A-135 C-112 by user agent, without a field manager', async () => {
      for (const [agent, manager] of [
        ['a/b/c', 'a'],
        ['tool/1.2', 'tool'],
        ['', 'unknown'],
      ] as const) {
        const { body } = await send('POST', CM, configMap(fresh(), { a: '1' }), { 'user-agent': agent });
        expect(ownersOf(body)).toEqual([`${manager}/Update`]);
      }
    });

    it('A-139 A-143 A-234 PUT owns what it changes, without conflict', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1' }), '', 'm1');
      const { code, body } = await send('PUT', `${CM}/${name}?fieldManager=u`, configMap(name, { a: '2', b: '1' }));
      expect([code, ownersOf(body)]).toEqual([200, ['m1/Apply', 'u/Update']]);
      expect([keysOf(body, 'm1'), keysOf(body, 'u')]).toEqual([['f:b'], ['f:a']]);
    });

    it('A-140 every patch other than an apply', async () => {
      const name = fresh();
      await send('POST', `${CM}?fieldManager=c`, configMap(name, { z: '1' }));
      await patch(MERGE, `${CM}/${name}`, { data: { a: '1' } }, '?fieldManager=p1');
      await patch(JSON_PATCH, `${CM}/${name}`, [{ op: 'add', path: '/data/b', value: '1' }], '?fieldManager=p2');
      const { body } = await patch(STRATEGIC, `${CM}/${name}`, { data: { c: '1' } }, '?fieldManager=p3');
      expect(['p1', 'p2', 'p3'].map((manager) => keysOf(body, manager))).toEqual([['f:a'], ['f:b'], ['f:c']]);
      expect(ownersOf(body).sort()).toEqual(['c/Update', 'p1/Update', 'p2/Update', 'p3/Update']);
    });

    it('C-118 one entry for each manager, version and sub-resource', async () => {
      const name = fresh();
      await send('POST', `${CM}?fieldManager=u`, configMap(name, { a: '1' }));
      await send('PUT', `${CM}/${name}?fieldManager=u`, configMap(name, { a: '2', b: '1' }));
      const { body } = await send('PUT', `${CM}/${name}?fieldManager=u`, configMap(name, { a: '2', b: '2' }));
      expect([ownersOf(body), keysOf(body, 'u')]).toEqual([['u/Update'], ['f:a', 'f:b']]);
    });

    it('C-119 sub-resources have their own entries', async () => {
      const name = fresh('pvc');
      const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
      const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name } };
      await send('POST', `${PVC}?fieldManager=c`, { ...claim, spec });
      const status = { phase: 'Bound' };
      const { body } = await patch(MERGE, `${PVC}/${name}/status`, { status }, '?fieldManager=s');
      expect(ownersOf(body)).toEqual(['c/Update', 's/Update/status']);
      expect(fieldsOf(body, 's')).toEqual({ 'f:status': { 'f:phase': {} } });
      const applied = await apply(`${PVC}/${name}/status`, { ...claim, spec, status }, '', 'a');
      expect([applied.code, fieldsOf(applied.body, 'a')]).toEqual([200, { 'f:status': { 'f:phase': {} } }]);
      const main = await apply(`${PVC}/${name}`, { ...claim, spec, status: { phase: 'Lost' } }, '', 'b');
      expect([main.code, main.body.status]).toMatchObject([200, status]);
      expect(fieldsOf(main.body, 'b')).not.toHaveProperty('f:status');
      expect((await apply(`${PVC}/none/status`, { ...claim, metadata: {} })).code).toBe(404);
      await send('DELETE', `${PVC}/${name}`);
    });

    it('C-120 excludes fields that are managed by the server', async () => {
      const { body } = await send('POST', CM, { ...configMap(fresh(), { a: '1' }), metadata: { generateName: 'g-' } });
      expect(body.metadata.managedFields![0]!.fieldsV1).toEqual({
        'f:data': { '.': {}, 'f:a': {} },
        'f:metadata': { 'f:generateName': {} },
      });
    });

    it('A-169 A-170 A-171 A-172 one empty entry clears them', async () => {
      const cleared = { metadata: { managedFields: [{}] } };
      const operations = [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }];
      const writes: ((path: string, name: string) => ReturnType<typeof patch>)[] = [
        (path) => patch(MERGE, path, cleared),
        (path) => patch(STRATEGIC, path, cleared),
        (path) => patch(JSON_PATCH, path, operations),
        (path, name) => send('PUT', path, configMap(name, { a: '1' }, cleared.metadata)),
      ];
      for (const write of writes) {
        const name = fresh();
        await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
        const { code, body } = await write(`${CM}/${name}`, name);
        expect([code, body.data, body.metadata.managedFields]).toEqual([200, { a: '1' }, undefined]);
      }
    });

    it('A-173 an empty list does not clear them', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const { body } = await patch(MERGE, `${CM}/${name}`, { metadata: { managedFields: [] } });
      expect(ownersOf(body)).toEqual(['m/Apply']);
    });

    it('A-174 with other changes it clears first', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1', b: '1' }));
      const body = configMap(name, { a: '2', b: '1' }, { managedFields: [{}] });
      const put = await send('PUT', `${CM}/${name}?fieldManager=u`, body);
      expect([ownersOf(put.body), keysOf(put.body, 'u')]).toEqual([['u/Update'], ['f:a']]);
    });

    it('C-121 fields set before the first apply get a separate entry', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      await patch(MERGE, `${CM}/${name}`, { metadata: { managedFields: [{}] } });
      const refused = await apply<Failure>(`${CM}/${name}`, configMap(name, { a: '2' }));
      expect([refused.code, refused.body.message]).toEqual([
        409,
        'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a',
      ]);
    });

    it('an object without managed fields gets none by an update', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      await patch(MERGE, `${CM}/${name}`, { metadata: { managedFields: [{}] } });
      const { body } = await patch(MERGE, `${CM}/${name}`, { data: { b: '1' } });
      expect([body.data, body.metadata.managedFields]).toEqual([{ a: '1', b: '1' }, undefined]);
      expect(ownersOf((await apply(`${CM}/${name}`, configMap(name, { a: '1' }))).body)).toEqual([
        'm/Apply',
        'before-first-apply/Update',
      ]);
    });

    it('C-123 a former updater keeps its entry under its name', async () => {
      const name = fresh();
      await send('POST', `${CM}?fieldManager=k`, configMap(name, { a: '1', b: '1' }));
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }), '', 'k');
      const { body } = await apply(`${CM}/${name}`, configMap(name, {}), '', 'k');
      expect([ownersOf(body), body.data]).toEqual([['k/Apply', 'k/Update'], { a: '1', b: '1' }]);
    });

    it('C-124 an invalid entry is not stored; a valid one is', async () => {
      const name = fresh();
      const { body: stored } = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const entry = stored.metadata.managedFields![0]!;
      const put = (managedFields: unknown[]) =>
        send('PUT', `${CM}/${name}`, configMap(name, { a: '1' }, { managedFields }));
      const wrong = [
        { operation: 'Foo' },
        { apiVersion: '' },
        { fieldsType: 'Other' },
        { fieldsV1: { 'k:x': {} } },
        { fieldsV1: { 'f:data': 'x' } },
      ];
      for (const change of wrong) {
        await put([{ ...entry, ...change }]);
        expect((await get(`${CM}/${name}`)).metadata.managedFields).toEqual([entry]);
      }
      const renamed = await put([{ ...entry, manager: 'n' }]);
      expect(ownersOf(renamed.body)).toEqual(['n/Apply']);
    });

    it('a dry run shows them and stores nothing', async () => {
      const name = fresh();
      const dry = await apply(`${CM}/${name}`, configMap(name, { a: '1' }), '&dryRun=All');
      expect([dry.code, ownersOf(dry.body)]).toEqual([201, ['m/Apply']]);
      expect((await send('GET', `${CM}/${name}`)).code).toBe(404);
    });

    it('a delete that only marks the object changes no owner', async () => {
      const name = fresh();
      await apply(`${CM}/${name}`, configMap(name, { a: '1' }, { finalizers: ['x.io/a'] }));
      const { body } = await send('DELETE', `${CM}/${name}`);
      expect([ownersOf(body), JSON.stringify(body)]).toEqual([['m/Apply'], expect.not.stringContaining('f:deletion')]);
      await patch(MERGE, `${CM}/${name}`, { metadata: { finalizers: null } });
    });

    it('the server owns fields of objects that it creates itself', async () => {
      expect(ownersOf(await get('/api/v1/namespaces/default'))).toEqual(['orch-apiserver/Update']);
    });
  });

  describe('other kinds of writes', () => {
    const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }] },
    };
    const deployment = (name: string, spec: object) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: { selector: { matchLabels: { app: 'web' } }, template, ...spec },
    });

    it('A-142 D-203 conflicts name the owners of fields that null, zero or absence would remove', async () => {
      const name = fresh('web');
      await apply(`${DEPLOYMENTS}/${name}`, deployment(name, { replicas: 3, paused: true, minReadySeconds: 5 }));
      for (const fields of [{ replicas: null }, { paused: false }, { minReadySeconds: 0 }]) {
        const other = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: fields };
        const refused = await apply<Failure>(`${DEPLOYMENTS}/${name}`, other, '', 'n');
        const [field] = Object.keys(fields);
        expect([refused.code, refused.body.message]).toEqual([
          409,
          `Apply failed with 1 conflict: conflict with "m" using apps/v1: .spec.${field}`,
        ]);
      }
      expect(((await get(`${DEPLOYMENTS}/${name}`)) as unknown as { spec: object }).spec).toMatchObject({
        replicas: 3,
        paused: true,
        minReadySeconds: 5,
      });
      const listed = fresh();
      await apply(`${CM}/${listed}`, configMap(listed, { a: '1' }, { finalizers: ['x.io/a'] }));
      // Items or keys that do not exist cause no conflict.
      expect((await apply(`${CM}/${listed}`, configMap(listed, {}, { finalizers: [] }), '', 'n')).code).toBe(200);
    });

    it('A-156 ports of one number and two protocols are two items', async () => {
      const name = fresh('web');
      const ports = (protocol: string) => {
        const containers = [{ name: 'c', ports: [{ containerPort: 80, protocol }] }];
        return {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name },
          spec: { template: { spec: { containers } } },
        };
      };
      await send('POST', `${DEPLOYMENTS}?fieldManager=c`, deployment(name, {}));
      const both = await apply(`${DEPLOYMENTS}/${name}`, ports('UDP'), '', 'm2');
      const shown = both.body.spec['template'] as { spec: { containers: { ports: object[] }[] } };
      expect(shown.spec.containers[0]!.ports).toEqual([
        { containerPort: 80, protocol: 'TCP' },
        { containerPort: 80, protocol: 'UDP' },
      ]);
    });

    it('scale writes in the version of the object, with its own entry', async () => {
      const name = fresh('web');
      await apply(`${DEPLOYMENTS}/${name}`, deployment(name, { replicas: 2 }));
      await patch(MERGE, `${DEPLOYMENTS}/${name}/scale`, { spec: { replicas: 3 } }, '?fieldManager=s');
      const scaled = await get(`${DEPLOYMENTS}/${name}`);
      expect(scaled.metadata.managedFields!.find((e) => e.manager === 's')).toMatchObject({
        operation: 'Update',
        apiVersion: 'apps/v1',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      });
      const refused = await apply<Failure>(`${DEPLOYMENTS}/${name}`, deployment(name, { replicas: 2 }));
      expect(refused.body.message).toBe(
        'Apply failed with 1 conflict: conflict with "s" with subresource "scale" using apps/v1: .spec.replicas',
      );
    });

    it('a binding owns nothing', async () => {
      const name = fresh('p');
      const spec = { containers: [{ name: 'c', image: 'i' }] };
      await send('POST', `${POD}?fieldManager=c`, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
      const target = { kind: 'Node', name: 'n1' };
      await send('POST', `${POD}/${name}/binding?fieldManager=b`, { metadata: { name }, target });
      const bound = await get(`${POD}/${name}`);
      expect(ownersOf(bound)).toEqual(['c/Update']);
    });

    it('A-235 managers keep the version in which they wrote', async () => {
      const name = fresh('hpa');
      const path = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
      const scaler = (version: string, spec: object) => ({
        apiVersion: `autoscaling/${version}`,
        kind: 'HorizontalPodAutoscaler',
        metadata: { name },
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 5, ...spec },
      });
      await send('POST', `${path('v1')}?fieldManager=one`, scaler('v1', { targetCPUUtilizationPercentage: 50 }));
      const metrics = [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ];
      const changed = await send('PUT', `${path('v2')}/${name}?fieldManager=two`, scaler('v2', { metrics }));
      expect(changed.body.metadata.managedFields!.map((e) => [e.manager, e.apiVersion])).toEqual([
        ['one', 'autoscaling/v1'],
        ['two', 'autoscaling/v2'],
      ]);
      expect(fieldsOf(changed.body, 'one')).not.toHaveProperty(['f:spec', 'f:targetCPUUtilizationPercentage']);
      expect(fieldsOf(changed.body, 'two')).toEqual({ 'f:spec': { 'f:metrics': {} } });
      const refused = await apply<Failure>(
        `${path('v1')}/${name}`,
        scaler('v1', { targetCPUUtilizationPercentage: 60 }),
      );
      expect(refused.body.message).toContain('conflict with "two" using autoscaling/v2: .spec.metrics');
    });

    it('A-146 a manager may continue in another version: fields applied before are kept, dropped ones are removed', async () => {
      const name = fresh('hpa');
      const path = (version: string) =>
        `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/${name}`;
      const scaler = (version: string, labels: object, spec: object = {}) => ({
        apiVersion: `autoscaling/${version}`,
        kind: 'HorizontalPodAutoscaler',
        metadata: { name, labels },
        spec: { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3, ...spec },
      });
      const cpu = { targetCPUUtilizationPercentage: 50 };
      const first = await apply(path('v1'), scaler('v1', { a: 'b', old: 'x' }, cpu), '&force=true');
      expect(first.code).toBe(201);
      const second = await apply<Stored & { spec: object }>(path('v2'), scaler('v2', { a: 'b' }), '&force=true');
      expect([second.code, second.body.metadata.managedFields!.map((e) => e.apiVersion)]).toEqual([
        200,
        ['autoscaling/v2'],
      ]);
      expect((second.body.metadata as unknown as { labels: object }).labels).toEqual({ a: 'b' });
      // Defaults, since the cpu target was dropped.
      expect(second.body.spec).toMatchObject({ metrics: [{ resource: { target: { averageUtilization: 80 } } }] });
      const third = await apply<Stored>(path('v1'), scaler('v1', {}), '&force=true');
      expect([third.code, (third.body.metadata as unknown as { labels?: object }).labels]).toEqual([200, undefined]);
    });
  });

  describe('representations', () => {
    it('A-231 metadata only, YAML and protobuf have managed fields', async () => {
      const name = fresh();
      const { body } = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const partial = await send('GET', `${CM}/${name}`, undefined, {
        accept: 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1',
      });
      expect(partial.body.metadata).toEqual(body.metadata);
      const yaml = await send('GET', `${CM}/${name}`, undefined, { accept: 'application/yaml' });
      expect(yaml.text).toContain('f:data:');
      const protobuf = await send('GET', `${CM}/${name}`, undefined, { accept: 'application/vnd.orch.protobuf' });
      expect(protobuf.text).toContain('{"f:data":{"f:a":{}}}');
    });

    it('list and watch have the same managed fields as get', async () => {
      const name = fresh();
      const { body } = await apply(`${CM}/${name}`, configMap(name, { a: '1' }));
      const list = await send<{ items: Stored[] }>('GET', `${CM}?fieldSelector=metadata.name=${name}`);
      expect(list.body.items[0]!.metadata).toEqual(body.metadata);
    });
  });

  it('C-123 kubectl migrates from client-side apply without a conflict with itself', async () => {
    const name = fresh();
    const last = 'orchctl.orch.io/last-applied-configuration';
    const annotations = { [last]: JSON.stringify(configMap(name, { a: '1' })) };
    const manager = 'orchctl-client-side-apply';
    await send('POST', `${CM}?fieldManager=${manager}`, configMap(name, { a: '1', b: '1' }, { annotations }));
    const over = await apply(`${CM}/${name}`, configMap(name, { a: '2' }), '', 'orchctl');
    expect([over.code, over.body.data, keysOf(over.body, manager)]).toEqual([200, { a: '2', b: '1' }, ['f:b']]);
    const text = (over.body.metadata as unknown as { annotations: Record<string, string> }).annotations[last]!;
    expect(JSON.parse(text)).toEqual(configMap(name, { a: '2' }));
    const refused = await apply<Failure>(`${CM}/${name}`, configMap(name, { b: '2' }), '', 'orchctl');
    expect(refused.body.message).toContain(`conflict with "${manager}" using v1: .data.b`);
  });

  it('C-123 other managers do not, nor for fields changed since', async () => {
    const name = fresh();
    const last = 'orchctl.orch.io/last-applied-configuration';
    const annotations = { [last]: JSON.stringify(configMap(name, { a: '1', b: '1' })) };
    await send('POST', `${CM}?fieldManager=k`, configMap(name, { a: '1', b: '1' }, { annotations }));
    const other = await apply<Failure>(`${CM}/${name}`, configMap(name, { a: '2' }));
    expect(other.body.message).toContain('conflict with "k" using v1: .data.a');
    await patch(MERGE, `${CM}/${name}`, { data: { a: '9' } }, '?fieldManager=x');
    const changed = await apply<Failure>(`${CM}/${name}`, configMap(name, { a: '2', b: '2' }), '', 'orchctl');
    expect(changed.body.message).toBe('Apply failed with 1 conflict: conflict with "x" using v1: .data.a');
  });
});
