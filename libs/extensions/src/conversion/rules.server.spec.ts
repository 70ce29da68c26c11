import { base, ConversionServer, VERSIONS, widget } from './conversion-server.fixture.js';

const RULES = `
conversions:
- from: v1
  to: v2
  fields:
  - {from: spec.size, to: spec.dimensions.size}
`;

describe('a kind that rules in its definition convert', () => {
  let server: ConversionServer;
  beforeAll(async () => {
    server = await ConversionServer.start();
    await server.defineRules(RULES);
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await server.clear();
    expect(server.callSizes).toEqual([]);
  });

  const specOf = (answer: { json: object }) => (answer.json as { spec: unknown }).spec;
  const create = (name: string, version: string, size: number, more: object = {}) =>
    server.send(`POST ${base(version)}`, widget(name, version, size, more as never));

  it('is created, read and listed in each served version', async () => {
    expect(await create('a', 'v1', 1)).toMatchObject({ code: 201, json: { spec: { size: 1 } } });
    expect(await create('b', 'v2', 2)).toMatchObject({
      code: 201,
      json: { apiVersion: 'example.com/v2', spec: { dimensions: { size: 2 } } },
    });
    expect(specOf(await server.send(`GET ${base('v1')}/b`))).toEqual({ size: 2 });
    expect((await server.send(`GET ${base('v2')}`)).json).toMatchObject({
      kind: 'WidgetList',
      items: [
        { apiVersion: 'example.com/v2', spec: { dimensions: { size: 1 } } },
        { apiVersion: 'example.com/v2', spec: { dimensions: { size: 2 } } },
      ],
    });
    const selected = await server.send(`GET ${base('v2')}?fieldSelector=spec.dimensions.size%3D2`);
    expect(selected.json['items']).toMatchObject([{ metadata: { name: 'b' } }]);
  });

  it.each([
    ['merge', { spec: { dimensions: { size: 7 } } }],
    ['patch', [{ op: 'replace', path: '/spec/dimensions/size', value: 7 }]],
    ['apply', { apiVersion: 'example.com/v2', kind: 'Widget', spec: { dimensions: { size: 7 } } }],
  ])('takes a %s in the version of the request', async (type, body) => {
    await create('a', 'v1', 1);
    const query = type === 'apply' ? '?fieldManager=m&force=true' : '';
    const answer = await server.send(`PATCH ${base('v2')}/a${query} ${type}`, body);
    expect(answer).toMatchObject({ code: 200, json: { spec: { dimensions: { size: 7 } } } });
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

  it('has field owners of each version and their conflicts', async () => {
    const apply = (version: string, size: number, query: string) =>
      server.send(`PATCH ${base(version)}/a?${query} apply`, widget('a', version, size));
    expect((await apply('v2', 1, 'fieldManager=one')).code).toBe(201);
    const conflict = await apply('v1', 2, 'fieldManager=two');
    expect(conflict.code).toBe(409);
    expect(conflict.json.message).toContain('conflict with "one" using example.com/v2: .spec.dimensions.size');
    expect((await apply('v1', 1, 'fieldManager=two')).code).toBe(200);
    const { json } = await server.send(`GET ${base('v1')}/a`);
    const { managedFields } = json['metadata'] as { managedFields: { manager: string; apiVersion: string }[] };
    expect(managedFields.map(({ manager, apiVersion }) => `${manager} ${apiVersion}`).sort()).toEqual([
      'one example.com/v2',
      'two example.com/v1',
    ]);
  });

  it('is watched in each version', async () => {
    const watches = await Promise.all(['v1', 'v2'].map((version) => server.watch(version)));
    await create('a', 'v1', 1);
    await server.send(`PATCH ${base('v2')}/a merge`, { spec: { dimensions: { size: 2 } } });
    await server.send(`DELETE ${base('v1')}/a`);
    const seen = await Promise.all(watches.map((watch) => watch.take(3)));
    expect(seen.map((events) => events.map(({ type, object }) => [type, (object as { spec: unknown }).spec]))).toEqual([
      [
        ['ADDED', { size: 1 }],
        ['MODIFIED', { size: 2 }],
        ['DELETED', { size: 2 }],
      ],
      [
        ['ADDED', { dimensions: { size: 1 } }],
        ['MODIFIED', { dimensions: { size: 2 } }],
        ['DELETED', { dimensions: { size: 2 } }],
      ],
    ]);
  });

  it('has a table and a dry run in the version of the request', async () => {
    await create('a', 'v1', 4);
    const table = await server.server.call(base('v2'), {
      agent: await server.server.admin(),
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' },
    });
    expect(table.json['rows']).toMatchObject([{ cells: ['a', 4] }]);
    const dry = await server.send(`POST ${base('v2')}?dryRun=All`, widget('b', 'v2', 5));
    expect(dry).toMatchObject({ code: 201, json: { spec: { dimensions: { size: 5 } } } });
  });

  it('ends its watches when the rules change, and shows objects by the new ones at once', async () => {
    await create('a', 'v1', 1);
    const watch = await server.watch('v2');
    await watch.next();
    await server.defineRules(RULES.replace('{from', '{default: 9, from'));
    expect(await watch.rest()).toEqual([]);
    await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: null } });
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 9 } });
    await server.defineRules(RULES);
  });

  it('stores objects in a new storage version as they are written', async () => {
    await create('a', 'v1', 1);
    const [v1, v2] = VERSIONS;
    await server.defineRules(RULES, [
      { ...v1, storage: false },
      { ...v2, storage: true },
    ]);
    expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ size: 1 });
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
    await server.send(`PATCH ${base('v2')}/a merge`, { metadata: { labels: { a: 'b' } } });
    expect(specOf(await server.send(`GET ${base('v1')}/a`))).toEqual({ size: 1 });
    await server.defineRules(RULES);
  });

  it('is not converted by the webhook that its definition has for other servers', async () => {
    await create('a', 'v1', 1);
    const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions/widgets.example.com';
    const webhook = { clientConfig: server.clientConfig, conversionReviewVersions: ['v1'] };
    const answer = await server.send(`PATCH ${path} merge`, {
      spec: { conversion: { strategy: 'Webhook', webhook } },
    });
    expect(answer.code).toBe(200);
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
    await server.defineRules(RULES);
  });

  it('refuses rules that lose values, with the path of the rule, and keeps the current ones', async () => {
    await create('a', 'v1', 1);
    const { code, json } = await server.writeRules('conversions: [{from: v1, to: v2, fields: []}]');
    expect(code).toBe(422);
    expect((json['details'] as { causes: unknown }).causes).toEqual(
      ['spec.size of v1', 'spec.dimensions.size of v2'].map((field) => ({
        reason: 'FieldValueInvalid',
        message: expect.stringContaining(`${field} does not survive the way to`) as string,
        field: 'metadata.annotations[apiextensions.orch.io/conversion].conversions[0].fields',
      })),
    );
    expect(specOf(await server.send(`GET ${base('v2')}/a`))).toEqual({ dimensions: { size: 1 } });
  });

  it('accepts a change of a schema only with rules that fit it', async () => {
    const [v1, v2] = VERSIONS;
    const { properties } = v2.schema.openAPIV3Schema;
    const spec = { type: 'object', properties: { extent: { type: 'integer' }, color: { type: 'string' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { ...properties, spec } } };
    const changed = { ...v2, schema, subresources: { status: {} }, selectableFields: [], additionalPrinterColumns: [] };
    const { code, json } = await server.writeRules(RULES, [v1, changed]);
    expect([code, json.message]).toEqual([
      422,
      expect.stringContaining(
        'fields[0].to: Invalid value: "spec.dimensions.size": is not a field of the schema of v2',
      ),
    ]);
    expect((await server.writeRules(RULES.replace('dimensions.size', 'extent'), [v1, changed])).code).toBe(200);
    await server.defineRules(RULES);
  });

  it('shows why an object cannot be converted, and refuses writes of such', async () => {
    const failing = `
conversions:
- from: v1
  to: v2
  fields:
  - {from: spec.size, to: spec.dimensions.size, convert: '100000 / (self - 424242) * (self - 424242) == 0 ? self : self', revert: self}
`;
    await create('before', 'v1', 424_242);
    await server.defineRules(failing);
    const why = 'spec.dimensions.size: division by zero';
    const { code, json } = await server.send(`GET ${base('v2')}/before`);
    const read = `conversion of example.com/v1, Kind=Widget before to example.com/v2 failed: ${why}`;
    expect([code, json.message]).toEqual([500, read]);
    // Lists would fail for all who read v2.
    const refused = `Widget.example.com "a" is invalid: conversion of example.com/v1, Kind=Widget a to example.com/v2 failed: ${why}`;
    expect(await create('a', 'v1', 424_242)).toMatchObject({
      code: 422,
      json: { message: refused, reason: 'Invalid' },
    });
    const dryRun = await server.send(`POST ${base('v1')}?dryRun=All`, widget('a', 'v1', 424_242));
    expect([dryRun.code, dryRun.json.message]).toEqual([422, refused]);
    expect((await create('a', 'v1', 1)).code).toBe(201);
    const patch = await server.send(`PATCH ${base('v1')}/a merge`, { spec: { size: 424_242 } });
    expect([patch.code, patch.json.message]).toEqual([422, refused]);
    await server.defineRules(RULES);
  });
});
