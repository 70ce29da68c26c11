import { silence } from '@orch/testing';
import {
  ConversionServer,
  VERSIONS,
  answerConversion,
  base,
  convertWidget,
  widget,
} from './conversion-server.fixture.js';

describe('a kind that a webhook converts', () => {
  let server: ConversionServer;
  beforeAll(async () => {
    server = await ConversionServer.start();
    await server.define();
  });
  afterAll(() => server.close());
  afterEach(() => server.clear());

  const specOf = (answer: { json: object }) => (answer.json as { spec: unknown }).spec;
  const create = (name: string, version: string, size: number, more: object = {}) =>
    server.send(`POST ${base(version)}`, widget(name, version, size, more as never));

  it('is created, read and listed in each served version', async () => {
    expect(await create('a', 'v1', 1)).toMatchObject({
      code: 201,
      json: { apiVersion: 'example.com/v1', spec: { size: 1 } },
    });
    const created = await create('b', 'v2', 2);
    expect(created).toMatchObject({
      code: 201,
      json: { apiVersion: 'example.com/v2', spec: { dimensions: { size: 2 } } },
    });
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
    expect(specOf(await server.send(`GET ${base('v1')}/b`))).toEqual({ size: 2 });
    const { json } = await server.send(`GET ${base('v2')}`);
    expect(json).toMatchObject({
      apiVersion: 'example.com/v2',
      kind: 'WidgetList',
      items: [
        { apiVersion: 'example.com/v2', spec: { dimensions: { size: 1 } } },
        { apiVersion: 'example.com/v2', spec: { dimensions: { size: 2 } } },
      ],
    });
  });

  it('costs no call in the version that is stored', async () => {
    await create('a', 'v1', 1);
    await server.send(`GET ${base('v1')}/a`);
    await server.send(`GET ${base('v1')}`);
    await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 2 } });
    await server.send(`DELETE ${base('v1')}/a`);
    expect(server.callSizes).toEqual([]);
  });

  it('converts the objects of a list in one call, and each state once', async () => {
    for (const name of ['a', 'b', 'c']) await create(name, 'v1', 1);
    await Promise.all([server.send(`GET ${base('v2')}`), server.send(`GET ${base('v2')}`)]);
    await server.send(`GET ${base('v2')}?limit=2`);
    await server.send(`GET ${base('v2')}/b`);
    expect(server.callSizes).toEqual([3]);
    await server.send(`PATCH ${base('v1')}/b merge`, { spec: { size: 2 } });
    expect(specOf(await server.send(`GET ${base('v2')}/b`))).toEqual({ dimensions: { size: 2 } });
    expect(server.callSizes).toEqual([3, 1]);
  });

  it.each([
    ['merge', { spec: { dimensions: { size: 7 } } }],
    ['patch', [{ op: 'replace', path: '/spec/dimensions/size', value: 7 }]],
    ['apply', { apiVersion: 'example.com/v2', kind: 'Widget', spec: { dimensions: { size: 7 } } }],
  ])('takes a %s in the version of the request', async (type, body) => {
    await create('a', 'v1', 1);
    const query = type === 'apply' ? '?fieldManager=m&force=true' : '';
    const answer = await server.send(`PATCH ${base('v2')}/a${query} ${type}`, body);
    expect(answer).toMatchObject({
      code: 200,
      json: { apiVersion: 'example.com/v2', spec: { dimensions: { size: 7 } } },
    });
    expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ size: 7 });
  });

  it('is updated with PUT, also its status and its scale', async () => {
    await create('a', 'v1', 1);
    const { json } = await server.send(`GET ${base('v2')}/a`);
    const put = await server.send(`PUT ${base('v2')}/a`, { ...json, spec: { dimensions: { size: 3 } } });
    expect(put).toMatchObject({ code: 200, json: { spec: { dimensions: { size: 3 } }, metadata: { generation: 2 } } });
    const status = await server.send(`PUT ${base('v2')}/a/status`, { ...put.json, status: { ready: true } });
    expect(status).toMatchObject({ code: 200, json: { status: { ready: true } } });
    const scale = await server.send(`PATCH ${base('v2')}/a/scale merge`, { spec: { replicas: 9 } });
    expect(scale).toMatchObject({ code: 200, json: { kind: 'Scale', spec: { replicas: 9 } } });
    expect(await server.send(`GET ${base('v1')}/a`)).toMatchObject({
      json: { spec: { size: 9 }, status: { ready: true } },
    });
  });

  it('has a create by apply, field owners of each version and their conflicts', async () => {
    const applied = (version: string, size: number) => ({ ...widget('a', version, size), metadata: { name: 'a' } });
    const apply = (version: string, size: number, query: string) =>
      server.send(`PATCH ${base(version)}/a?${query} apply`, applied(version, size));
    expect((await apply('v2', 1, 'fieldManager=one')).code).toBe(201);
    const conflict = await apply('v1', 2, 'fieldManager=two');
    expect(conflict).toMatchObject({ code: 409, json: { reason: 'Conflict' } });
    expect(conflict.json.message).toContain('conflict with "one" using example.com/v2: .spec.dimensions.size');
    expect((await apply('v1', 1, 'fieldManager=two')).code).toBe(200);
    const { json } = await server.send(`GET ${base('v1')}/a`);
    const { managedFields } = json['metadata'] as { managedFields: { manager: string; apiVersion: string }[] };
    expect(managedFields.map(({ manager, apiVersion }) => `${manager} ${apiVersion}`).sort()).toEqual([
      'one example.com/v2',
      'two example.com/v1',
    ]);
  });

  it('removes what an applier gives up in another version', async () => {
    const apply = (version: string, labels: object) =>
      server.send(`PATCH ${base(version)}/a?fieldManager=one apply`, widget('a', version, 1, labels as never));
    expect((await apply('v2', { labels: { gone: 'x' } })).code).toBe(201);
    const { code, json } = await apply('v1', {});
    expect([code, json['spec']]).toEqual([200, { size: 1 }]);
    expect(json['metadata']).not.toHaveProperty('labels');
  });

  it('creates no revision for a write that changes nothing', async () => {
    await create('a', 'v1', 1);
    const { json } = await server.send(`GET ${base('v2')}/a`);
    expect((await server.send(`PUT ${base('v2')}/a`, json)).json['metadata']).toEqual(json['metadata']);
  });

  it('shows a dry run as it would be stored', async () => {
    server.hook.always = answerConversion((one, apiVersion) =>
      convertWidget(one, apiVersion.endsWith('v1') ? apiVersion : 'example.com/v2'),
    );
    const answer = await server.send(`POST ${base('v2')}?dryRun=All`, widget('a', 'v2', 5));
    expect(answer).toMatchObject({
      code: 201,
      json: { apiVersion: 'example.com/v2', spec: { dimensions: { size: 5 } } },
    });
    expect(server.callSizes).toEqual([1, 1]);
    expect((await server.send(`GET ${base('v2')}/a`)).code).toBe(404);
  });

  it('selects by fields and labels of the converted object', async () => {
    await create('a', 'v1', 1);
    await create('b', 'v1', 2);
    server.hook.always = answerConversion((one, apiVersion) => ({
      ...convertWidget(one, apiVersion),
      metadata: { ...one.metadata, labels: { size: String(one.spec!.size) } },
    }));
    const names = async (query: string) =>
      ((await server.send(`GET ${base('v2')}?${query}`)).json['items'] as { metadata: { name: string } }[]).map(
        ({ metadata }) => metadata.name,
      );
    expect(await names('fieldSelector=spec.dimensions.size%3D2')).toEqual(['b']);
    expect(await names('labelSelector=size%3D1')).toEqual(['a']);
  });

  it('counts the calls in the metrics of kube-apiserver', async () => {
    await create('a', 'v1', 1);
    await server.send(`GET ${base('v2')}/a`);
    const { text } = await server.send('GET /metrics');
    expect(text).toMatch(/^apiserver_conversion_webhook_request_total\{result="success",failure_type=""\} \d+$/m);
    expect(text).toMatch(
      /^apiserver_conversion_webhook_duration_seconds_count\{result="success",failure_type=""\} \d+$/m,
    );
    expect(text).toMatch(
      /^apiserver_crd_conversion_webhook_duration_seconds_count\{crd_name="widgets.example.com",from_version="v1",to_version="v2",succeeded="true"\} \d+$/m,
    );
  });

  it('has tables and metadata of the converted object', async () => {
    await create('a', 'v1', 4);
    const table = await server.server.call(`${base('v2')}`, {
      agent: await server.server.admin(),
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' },
    });
    expect(table.json['rows']).toMatchObject([{ cells: ['a', 4] }]);
  });

  describe('whose webhook fails', () => {
    const refuse = () =>
      (server.hook.always = (response, call) => {
        const { uid } = call.body.request as { uid: string };
        const answer = { uid, result: { status: 'Failure', message: 'not today' } };
        response.end(JSON.stringify({ apiVersion: call.body.apiVersion, kind: 'ConversionReview', response: answer }));
      });
    const TEXT = 'conversion webhook for example.com/v1, Kind=Widget failed: not today';

    it.each([
      ['GET /a', undefined],
      ['GET ', undefined],
      ['PATCH /a merge', { spec: {} }],
      ['PUT /a', widget('a', 'v2', 1, { resourceVersion: '1' })],
    ])('answers %s with 500 and the reason of the webhook', async (line, body) => {
      await create('a', 'v1', 1);
      refuse();
      const [method, path = '', type = ''] = line.split(' ');
      const { code, json } = await server.send(`${method} ${base('v2')}${path} ${type}`.trim(), body);
      expect(code).toBe(500);
      expect(json).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: TEXT,
        code: 500,
      });
    });

    it('answers numbers that are not kept with 500: the client did not send them', async () => {
      await create('a', 'v1', 1);
      server.hook.always = answerConversion((one, to) => convertWidget({ ...one, spec: { size: 2 ** 60 } }, to));
      for (const path of ['/a', '']) {
        const { code, json } = await server.send(`GET ${base('v2')}${path}`);
        expect(code).toBe(500);
        expect(json.message).toContain('conversion to example.com/v2 returned an invalid object: ');
      }
      const { code, json } = await create('b', 'v2', 1);
      expect(code).toBe(500);
      expect(json.message).toContain('conversion to example.com/v1 returned an invalid object: ');
    });

    it('stores nothing that cannot be converted to the stored version', async () => {
      refuse();
      const { code, json } = await create('a', 'v2', 1);
      expect(code).toBe(500);
      expect(json.message).toBe('conversion webhook for example.com/v2, Kind=Widget failed: not today');
      expect((await server.send(`GET ${base('v1')}/a`)).code).toBe(404);
    });

    it('writes objects of the stored version without it, and drops the owners that it cannot compare', async () => {
      await create('a', 'v2', 1);
      refuse();
      const { code, json } = await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 2 } });
      expect([code, json['spec']]).toEqual([200, { size: 2 }]);
      expect(json['metadata']).not.toHaveProperty('managedFields');
    });

    it('deletes all objects without it, also those with finalizers', async () => {
      for (const name of ['a', 'b']) await create(name, 'v1', 1, { finalizers: ['example.com/one'] });
      refuse();
      for (let time = 0; time < 2; time++)
        expect(await server.send(`DELETE ${base('v2')}`)).toMatchObject({ code: 200 });
      const { json } = await server.send(`GET ${base('v1')}`);
      expect((json['items'] as { metadata: object }[]).map(({ metadata }) => 'deletionTimestamp' in metadata)).toEqual([
        true,
        true,
      ]);
      expect(server.callSizes).toEqual([]);
      for (const name of ['a', 'b'])
        await server.send(`PATCH ${base('v1')}/${name} merge`, { metadata: { finalizers: null } });
    });

    it('deletes objects without it', async () => {
      await create('a', 'v1', 1);
      await create('b', 'v1', 1);
      server.hook.always = silence;
      expect(await server.send(`DELETE ${base('v2')}/a`)).toMatchObject({ code: 200, json: { status: 'Success' } });
      expect((await server.send(`GET ${base('v1')}/a`)).code).toBe(404);
      expect(server.callSizes).toEqual([]);
    });
  });

  it('fills the defaults of the stored version, and not those of the version that is shown', async () => {
    const [v1, v2] = VERSIONS;
    const withDefault = (version: (typeof VERSIONS)[number], field: string) => {
      const { properties } = version.schema.openAPIV3Schema;
      const spec = properties.spec as { readonly properties: object };
      const defaulted = { ...spec, properties: { ...spec.properties, [field]: { type: 'string', default: field } } };
      return {
        ...version,
        schema: { openAPIV3Schema: { type: 'object', properties: { ...properties, spec: defaulted } } },
      };
    };
    await server.define([withDefault(v1, 'color'), withDefault(v2, 'shape')]);
    await create('a', 'v2', 1);
    expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ color: 'color', size: 1 });
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ color: 'color', dimensions: { size: 1 } });
    await server.define();
  });

  it('takes up another address and other authorities of the webhook', async () => {
    await create('a', 'v1', 1);
    await server.define(VERSIONS, { ...server.clientConfig, url: 'https://127.0.0.1:1/' });
    expect(await server.send(`GET ${base('v2')}/a`)).toMatchObject({ code: 500 });
    await server.define();
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
  });

  it('stores objects in a new storage version as they are written', async () => {
    await create('a', 'v1', 1);
    const [v1, v2] = VERSIONS;
    await server.define([
      { ...v1, storage: false },
      { ...v2, storage: true },
    ]);
    expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ size: 1 });
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
    await server.send(`PATCH ${base('v2')}/a merge`, { metadata: { labels: { a: 'b' } } });
    server.hook.calls.length = 0;
    await server.send(`GET ${base('v2')}/a`);
    expect(server.callSizes).toEqual([]);
    await server.send(`GET ${base('v1')}/a`);
    expect(server.callSizes).toEqual([1]);
    await server.define();
  });

  describe('watches', () => {
    it('send initial and live events in the version, in order', async () => {
      await create('a', 'v1', 1);
      const watch = await server.watch(
        'v2',
        '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
      );
      const [first, mark] = await watch.take(2);
      expect(first).toMatchObject({
        type: 'ADDED',
        object: { apiVersion: 'example.com/v2', spec: { dimensions: { size: 1 } } },
      });
      expect(mark).toMatchObject({ type: 'BOOKMARK', object: { apiVersion: 'example.com/v2' } });
      for (let size = 2; size < 8; size++) await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size } });
      await server.send(`DELETE ${base('v1')}/a`);
      const events = await watch.take(7);
      expect(events.map(({ type, object }) => [type, (object as { spec: unknown }).spec])).toEqual([
        ...[2, 3, 4, 5, 6, 7].map((size) => ['MODIFIED', { dimensions: { size } }]),
        ['DELETED', { dimensions: { size: 7 } }],
      ]);
    });

    it('share the calls of one event', async () => {
      const watches = await Promise.all([1, 2, 3].map(() => server.watch('v2')));
      await create('a', 'v1', 1);
      for (const watch of watches) expect(await watch.next()).toMatchObject({ type: 'ADDED' });
      expect(server.callSizes).toEqual([1]);
    });

    it('resume from a version', async () => {
      const { json } = await create('a', 'v1', 1);
      await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 2 } });
      const from = (json['metadata'] as { resourceVersion: string }).resourceVersion;
      const watch = await server.watch('v2', `&resourceVersion=${from}`);
      expect(await watch.next()).toMatchObject({ type: 'MODIFIED', object: { spec: { dimensions: { size: 2 } } } });
    });

    it('with a selector of the converted object send its changes as additions and deletions', async () => {
      const watch = await server.watch('v2', '&fieldSelector=spec.dimensions.size%3D2');
      await create('a', 'v1', 1);
      await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 2 } });
      await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 3 } });
      const events = await watch.take(2);
      expect(events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
    });

    it('wait for a conversion while other requests go on', async () => {
      const watch = await server.watch('v2');
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      server.hook.hold = () => held;
      await create('a', 'v1', 1);
      server.hook.hold = () => held;
      await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 2 } });
      expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ size: 2 });
      release();
      expect((await watch.take(2)).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED']);
    });
  });
});
