import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, PATCH_TYPES, query, ResourceServer } from '../../support/resource-fixtures.js';

// Left: and A-551 (managed fields and server-side apply). Strategic merge patches: rows/patch-forms.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('operations in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
    await server.create(maps, { metadata: { name: 'a', labels: { of: 'reads' } }, data: { a: '1' } });
    await server.create(maps, { metadata: { name: 'b', labels: { of: 'reads' } } });
  });
  afterAll(() => server?.stop());

  const make = (name: string, fields: object = {}) => server.create(maps, { metadata: { name }, ...fields });
  const INDENTED = /^\{\n {2}"kind": /;

  describe('get and list', () => {
    it('A-533 A-534 get answers the resource, indented on request', async () => {
      const plain = await server.get(`${maps}/a`);
      expect(plain).toMatchObject({ code: 200, body: { kind: 'ConfigMap', metadata: { name: 'a' } } });
      const pretty = await server.get(`${maps}/a?pretty=true`);
      expect(pretty.code).toBe(200);
      expect(pretty.text).toMatch(INDENTED);
      expect(pretty.body).toEqual(plain.body);
    });

    it('A-535 A-538 list answers the list of its kind, indented on request', async () => {
      expect((await server.get(server.paths.leases)).body).toMatchObject({ kind: 'LeaseList', items: [] });
      expect((await server.get(`/apis/${server.vocabulary.groups.coordination}/v1/leases`)).body.kind).toBe(
        'LeaseList',
      );
      expect((await server.get(`${maps}?pretty=true`)).text).toMatch(INDENTED);
    });

    it('A-536 A-537 B-350 list answers at most limit items, and the rest by continue', async () => {
      const path = `${maps}?labelSelector=of%3Dreads`;
      const first = (await server.get(`${path}&limit=1`)).body;
      expect(first.items.map(({ metadata }) => metadata.name)).toEqual(['a']);
      const { continue: token } = first.metadata;
      const second = (await server.get(`${path}&limit=1&continue=${encodeURIComponent(token!)}`)).body;
      expect(second.items.map(({ metadata }) => metadata.name)).toEqual(['b']);
      expect(second.metadata.continue ?? '').toBe('');
      for (const limit of [2, 3]) expect((await server.get(`${path}&limit=${limit}`)).body.items).toHaveLength(2);
    });

    it('A-539 A-541 list with watch is a stream, with bookmarks on request', async () => {
      const watch = await server.watch(`${maps}?watch=true&allowWatchBookmarks=true`);
      expect(watch.code).toBe(200);
      expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap' } });
      watch.close();
    });

    it('A-540 list answers an exact version', async () => {
      const { resourceVersion } = (await server.get(maps)).body.metadata;
      await make('later');
      const exact = await server.get(`${maps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
      expect(exact).toMatchObject({ code: 200, body: { metadata: { resourceVersion } } });
      expect(exact.body.items.map(({ metadata }) => metadata.name)).not.toContain('later');
      const newer = await server.get(`${maps}?resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`);
      expect(newer.body.items.map(({ metadata }) => metadata.name)).toContain('later');
    });
  });

  describe('create', () => {
    it('A-542 C-247 answers 201 with the resource', async () =>
      expect(await server.post(maps, { metadata: { name: 'made' }, data: { a: '1' } })).toMatchObject({
        code: 201,
        body: { kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: '1' } },
      }));
    it('A-543 A-568 stores nothing in a dry run', async () => {
      for (const path of [maps, server.paths.namespaces]) {
        const answer = await server.post(`${path}?dryRun=All&pretty=true`, { metadata: { name: 'dry' } });
        expect(answer).toMatchObject({
          code: 201,
          body: { metadata: { name: 'dry', uid: expect.stringMatching(/./) } },
        });
        expect((await server.get(`${path}/dry`)).code).toBe(404);
      }
    });
    it('A-545 A-546 takes fieldManager, fieldValidation and pretty', async () => {
      const parameters = query({ fieldManager: 'm', fieldValidation: 'Strict', pretty: 'true' });
      const answer = await server.post(maps + parameters, { metadata: { name: 'parameters' } });
      expect(answer.code).toBe(201);
      expect(answer.text).toMatch(INDENTED);
    });
    it('C-265 takes null as what is left out, in POST and PUT', async () => {
      const made = await server.post(maps, { metadata: { name: 'null', labels: null }, data: null, immutable: null });
      expect(made.code).toBe(201);
      for (const field of ['data', 'immutable']) expect(made.body).not.toHaveProperty(field);
      expect((await server.put(`${maps}/null`, { metadata: { name: 'null' }, data: null })).code).toBe(200);
    });
    it('C-264 matches field names by case', async () => {
      const { body, code } = await server.post(maps, { metadata: { name: 'case' }, Data: { a: '1' } });
      expect(code).toBe(201);
      expect(body).not.toHaveProperty('data');
      expect(body).not.toHaveProperty('Data');
    });
    it('C-263 D-215 drops without a word under Ignore, and the last of two wins', async () => {
      const text = '{"metadata":{"name":"ignored"},"foo":1,"data":{"a":"1"},"data":{"a":"2"}}';
      const answer = await server.post(`${maps}?fieldValidation=Ignore`, text);
      expect(answer).toMatchObject({ code: 201, body: { data: { a: '2' } } });
      expect(answer.headers['warning']).toBeUndefined();
      expect(answer.body).not.toHaveProperty('foo');
    });
    it('C-262 D-215 warns by default, of each', async () => {
      const text = '{"metadata":{"name":"warned"},"foo":1,"bar":2,"data":{"a":"1"},"data":{"a":"2"}}';
      const answer = await server.post(maps, text);
      expect(answer.code).toBe(201);
      const warnings = [answer.headers['warning']].flat().join('; ');
      for (const field of ['unknown field \\"foo\\"', 'unknown field \\"bar\\"', 'duplicate field \\"data\\"'])
        expect(warnings).toContain(`299 - "${field}"`);
    });
    it('C-261 D-215 refuses under Strict, naming each', async () => {
      const text = '{"metadata":{"name":"strict","x":1},"foo":1,"data":{"a":"1"},"data":{"a":"2"}}';
      const answer = await server.post(`${maps}?fieldValidation=Strict`, text);
      expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
      for (const part of [
        'strict decoding error: ',
        'unknown field "foo"',
        'unknown field "metadata.x"',
        'duplicate field "data"',
      ])
        expect(answer.body.message).toContain(part);
    });
  });

  describe('update', () => {
    it('A-547 C-247 C-251 PUT answers 200 when it replaces, whatever the version, and 201 when it creates', async () => {
      await make('put', { data: { a: '1' } });
      for (const resourceVersion of [undefined, '', '0']) {
        const put = await server.put(`${maps}/put`, { metadata: { name: 'put', resourceVersion }, data: { b: '2' } });
        expect(put).toMatchObject({ code: 200 });
        expect(put.body.data).toEqual({ b: '2' });
      }
      expect((await server.put(`${server.paths.leases}/put-new`, { metadata: { name: 'put-new' } })).code).toBe(201);
    });
    it('C-021 C-253 PUT of an absent object is refused with 404, and with 409 where it names a uid', async () => {
      const put = async (metadata: object, path = maps) => {
        const { code, body } = await server.put(`${path}/absent`, { metadata: { name: 'absent', ...metadata } });
        return [code, body.reason, body.message];
      };
      const notFound = [404, 'NotFound', 'configmaps "absent" not found'];
      expect(await put({})).toEqual(notFound);
      expect(await put({ resourceVersion: '5' })).toEqual(notFound);
      const conflict = [409, 'Conflict', expect.stringContaining('Precondition failed: UID in precondition: u')];
      expect(await put({ uid: 'u' })).toEqual(conflict);
      expect(await put({ uid: 'u' }, server.paths.leases)).toEqual(conflict);
      expect((await server.get(`${maps}/absent`)).code).toBe(404);
    });
    it('C-021 PUT of an absent Lease creates it, whatever resourceVersion it names', async () => {
      const path = `${server.paths.leases}/stale`;
      expect((await server.put(path, { metadata: { name: 'stale', resourceVersion: '5' } })).code).toBe(201);
      expect((await server.put(path, { metadata: { name: 'stale', resourceVersion: '5' } })).code).toBe(409);
    });
    it('C-254 PUT without a name is refused, whether the object exists or not', async () => {
      await make('nameless', { data: { a: '1' } });
      for (const body of [null, {}, { metadata: {} }, { metadata: { name: '' } }])
        for (const path of [`${maps}/nameless`, `${maps}/absent`, `${server.paths.leases}/absent`]) {
          const answer = await server.put(path, body);
          expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
          expect(answer.body.message).toContain('was undeterminable: name must be provided');
        }
      expect((await server.get(`${maps}/nameless`)).body.data).toEqual({ a: '1' });
    });
    it('C-252 PUT with a malformed resourceVersion is refused with 400', async () => {
      await make('malformed');
      const answer = await server.put(`${maps}/malformed`, { metadata: { name: 'malformed', resourceVersion: 'v1' } });
      expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
      expect(answer.body.message).toContain('invalid resource version: resourceVersion: Invalid value: "v1"');
    });
    it('A-548 takes dryRun, fieldManager, fieldValidation and pretty', async () => {
      await make('parameters-put', { data: { a: '1' } });
      const path = `${maps}/parameters-put`;
      const parameters = query({ dryRun: 'All', fieldManager: 'm', fieldValidation: 'Strict', pretty: 'true' });
      const answer = await server.put(path + parameters, { metadata: { name: 'parameters-put' }, data: { a: '2' } });
      expect(answer).toMatchObject({ code: 200, body: { data: { a: '2' } } });
      expect(answer.text).toMatch(INDENTED);
      expect((await server.get(path)).body.data).toEqual({ a: '1' });
    });
    it('C-252 C-269 D-207 refuses a stale version', async () => {
      const old = await make('stale');
      expect((await server.put(`${maps}/stale`, { ...old, data: { a: '1' } })).code).toBe(200);
      const answer = await server.put(`${maps}/stale`, { ...old, data: { a: '2' } });
      expect(answer).toMatchObject({ code: 409, body: { reason: 'Conflict', details: { kind: 'configmaps' } } });
      expect(answer.body.message).toContain(
        'the object has been modified; please apply your changes to the latest version and try again',
      );
    });
    it('C-253 refuses another uid', async () => {
      await make('uid');
      const answer = await server.put(`${maps}/uid`, { metadata: { name: 'uid', uid: 'other' } });
      expect(answer).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
      expect(answer.body.message).toContain('Precondition failed: UID in precondition');
    });
    it('C-254 D-209 refuses another name than the path', async () => {
      const answer = await server.put(`${maps}/a`, { metadata: { name: 'y' } });
      expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
      expect(answer.body.message).toContain('the name of the object (y) does not match the name on the URL (a)');
    });
    it.each(['drivers', 'csiNodes', 'capacities', 'attachments', 'leases'] as const)(
      'C-251 C-253 C-254 %s want the version that is replaced, once name and uid fit',
      async (path) => {
        const fields = {
          drivers: { spec: {} },
          csiNodes: { spec: { drivers: [] } },
          capacities: { storageClassName: 's' },
          attachments: { spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
          leases: {},
        }[path];
        const object = { metadata: { name: 'x' }, ...fields };
        await server.create(server.paths[path], object);
        const answer = await server.put(`${server.paths[path]}/x`, object);
        expect(answer.code).toBe(422);
        expect(causes(answer)).toEqual(['metadata.resourceVersion FieldValueInvalid']);
        const put = async (metadata: object) =>
          (await server.put(`${server.paths[path]}/x`, { ...object, metadata })).code;
        expect(await put({ name: 'x', resourceVersion: '0' })).toBe(422);
        expect(await put({ name: 'y' })).toBe(400);
        expect(await put({ name: 'x', uid: 'other' })).toBe(409);
      },
    );
  });

  describe('patch', () => {
    it('A-549 A-552 a merge patch adds, removes by null, and replaces lists', async () => {
      await make('merged', {
        metadata: { name: 'merged', finalizers: ['x.io/a', 'x.io/b'] },
        data: { a: '1', c: '3' },
      });
      const answer = await server.merge(`${maps}/merged`, {
        metadata: { finalizers: ['x.io/c'] },
        data: { a: null, b: '2' },
      });
      expect(answer).toMatchObject({ code: 200, body: { metadata: { finalizers: ['x.io/c'] } } });
      expect(answer.body.data).toEqual({ b: '2', c: '3' });
      await server.merge(`${maps}/merged`, { metadata: { finalizers: null } });
    });
    it('A-549 takes dryRun, fieldManager, fieldValidation and pretty', async () => {
      const parameters = query({ dryRun: 'All', fieldManager: 'm', fieldValidation: 'Strict', pretty: 'true' });
      const answer = await server.merge(`${maps}/a${parameters}`, { data: { a: '2' } });
      expect(answer).toMatchObject({ code: 200, body: { data: { a: '2' } } });
      expect(answer.text).toMatch(INDENTED);
      expect((await server.get(`${maps}/a`)).body.data).toEqual({ a: '1' });
    });
    it('A-553 a JSON patch adds, moves and removes', async () => {
      await make('operated', { data: { a: '1' } });
      const answer = await server.jsonPatch(`${maps}/operated`, [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'add', path: '/data/b', value: '2' },
        { op: 'move', from: '/data/a', path: '/data/c' },
        { op: 'add', path: '/metadata/labels', value: {} },
        { op: 'add', path: '/metadata/labels/x.io~1y', value: 'z' },
      ]);
      expect(answer).toMatchObject({ code: 200, body: { metadata: { labels: { 'x.io/y': 'z' } } } });
      expect(answer.body.data).toEqual({ b: '2', c: '1' });
    });
    it('C-255 a resourceVersion in a patch is a precondition', async () => {
      const { resourceVersion } = (await make('preconditioned')).metadata;
      const patch = () => server.merge(`${maps}/preconditioned`, { metadata: { resourceVersion }, data: { a: '1' } });
      expect((await patch()).code).toBe(200);
      expect(await patch()).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
      const racing = await Promise.all(
        Array.from({ length: 16 }, (_, i) => server.merge(`${maps}/preconditioned`, { data: { [`k${i}`]: 'v' } })),
      );
      expect(new Set(racing.map(({ code }) => code))).toEqual(new Set([200]));
      expect(Object.keys((await server.get(`${maps}/preconditioned`)).body.data)).toHaveLength(17);
    });
    it('C-256 D-212 refuses another content type, naming those it takes where the specification is followed', async () => {
      const answer = await server.send('PATCH', `${maps}/a`, '{}', { headers: { 'content-type': 'application/json' } });
      expect(answer).toMatchObject({ code: 415, body: { reason: 'UnsupportedMediaType' } });
      if (vocabulary === 'kubernetes') expect(answer.body.message).toBe('415: Unsupported Media Type');
      else for (const type of Object.values(PATCH_TYPES)) expect(answer.body.message).toContain(type);
    });
    const refused: [string, string, unknown, number][] = [
      ['C-258', 'a failing test', [{ op: 'test', path: '/data/a', value: 'no' }], 422],
      ['C-258', 'a missing path', [{ op: 'remove', path: '/data/none' }], 422],
      ['C-258', 'an unknown operation', [{ op: 'foo', path: '/data/a' }], 422],
      ['C-258', 'no list', { op: 'add' }, 400],
      ['C-259', 'an invalid key', [{ op: 'add', path: '/data/a b', value: '' }], 422],
    ];
    it.each(refused)('%s refuses a JSON patch with %s', async (_id, _what, patch, code) => {
      const reason = code === 422 ? 'Invalid' : 'BadRequest';
      expect(await server.jsonPatch(`${maps}/a`, patch)).toMatchObject({ code, body: { reason } });
      expect((await server.get(`${maps}/a`)).body.data).toEqual({ a: '1' });
    });
    it('C-259 refuses what makes an object invalid or another', async () => {
      const invalid = await server.merge(`${maps}/a`, { data: { 'a b': '' } });
      expect(invalid.code).toBe(422);
      expect(causes(invalid)).toEqual(['data[a b] FieldValueInvalid']);
      expect([400, 422]).toContain((await server.merge(`${maps}/a`, { metadata: { name: 'y' } })).code);
      expect([400, 422]).toContain((await server.merge(`${maps}/a`, { metadata: { namespace: 'y' } })).code);
      expect([400, 422]).toContain((await server.merge(`${maps}/a`, { kind: 'Secret' })).code);
      expect((await server.merge(`${maps}/none`, { data: {} })).code).toBe(404);
    });
  });

  describe('delete', () => {
    it('A-555 A-557 C-245 D-205 answers a Status that says what went', async () => {
      const { uid } = (await make('gone')).metadata;
      expect((await server.delete(`${maps}/gone?pretty=true`)).body).toMatchObject({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Success',
        details: { name: 'gone', kind: 'configmaps', uid },
      });
      const { uid: leaseUid } = (await server.create(server.paths.leases, { metadata: { name: 'gone' } })).metadata;
      expect((await server.delete(`${server.paths.leases}/gone`)).body.details).toEqual({
        name: 'gone',
        group: server.vocabulary.groups.coordination,
        kind: 'leases',
        uid: leaseUid,
      });
    });
    it('C-248 C-266 answers 404 for a missing object', async () =>
      expect((await server.delete(`${maps}/none`)).body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'configmaps "none" not found',
        reason: 'NotFound',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      }));
    it('A-569 a Namespace takes DeleteOptions', async () => {
      await server.create(server.paths.namespaces, { metadata: { name: 'optional' } });
      const path = `${server.paths.namespaces}/optional`;
      expect((await server.delete(`${path}?dryRun=All&pretty=true`)).code).toBe(200);
      expect((await server.get(path)).body.metadata).not.toHaveProperty('deletionTimestamp');
      expect([200, 202]).toContain((await server.delete(path, { propagationPolicy: 'Background' })).code);
    });
    it('A-556 C-250 a whole collection goes by selectors, and in parts', async () => {
      for (const name of ['c1', 'c2', 'c3', 'c4']) await make(name, { metadata: { name, labels: { sweep: 'yes' } } });
      const names = async () =>
        (await server.get(`${maps}?labelSelector=sweep%3Dyes`)).body.items.map(({ metadata }) => metadata.name);
      const sweep = (more: string, body?: object) => server.delete(`${maps}?labelSelector=sweep%3Dyes${more}`, body);
      const dryRun = (await sweep('&dryRun=All')).body;
      if (server.vocabulary.answers.deletedCollection === 'Status') {
        expect(dryRun).toMatchObject({ kind: 'Status', status: 'Success' });
      } else {
        expect(dryRun).toMatchObject({ kind: 'ConfigMapList', metadata: { resourceVersion: expect.any(String) } });
        expect(dryRun.items.map(({ metadata }) => metadata.name)).toEqual(await names());
      }
      expect(await names()).toHaveLength(4);
      expect((await sweep('&fieldSelector=metadata.name%3Dc2')).code).toBe(200);
      expect(await names()).toEqual(['c1', 'c3', 'c4']);
      expect((await sweep('&limit=1')).code).toBe(200);
      expect(await names()).toEqual(['c3', 'c4']);
      expect((await sweep('', { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 })).code).toBe(200);
      expect(await names()).toEqual([]);
      expect((await server.get(`${maps}/a`)).code).toBe(200);
    });
  });
});
