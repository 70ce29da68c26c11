import { ResourceServer, type Answer, type Fields } from '../support/resource-fixtures.js';
import { tooLongTurns } from '../support/turn-limit.js';

const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } };

const FORMS = ['application/yaml', 'application/vnd.orch.protobuf', 'application/json;as=Table;v=v1;g=meta.orch.io'];

interface Table {
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

const members = (count: number, value = 'v'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `${value}${i % 10}`]));

describe('large objects', () => {
  let server: ResourceServer;
  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary: 'orch' });
  });
  afterAll(() => server?.stop());

  const longTurns = tooLongTurns(() => server.plane.process.log());
  afterEach(() => expect(longTurns()).toEqual([]));

  const ok = (answer: Answer, code = 200): Answer => {
    expect([answer.code, answer.code === code ? '' : answer.text.slice(0, 500)]).toEqual([code, '']);
    return answer;
  };
  const map = (name: string, content: Fields) => ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name },
    ...content,
  });
  const at = (name: string) => `${server.paths.configMaps}/${name}`;
  const apply = (name: string, manager: string, body: unknown, query = '') =>
    server.send('PATCH', `${at(name)}?fieldManager=${manager}${query}`, body, APPLY);
  const managers = ({ body }: Answer) =>
    (body.metadata as { managedFields?: { manager: string }[] }).managedFields?.map(({ manager }) => manager);

  it('with 50,000 labels are created, replaced and patched while others are served', async () => {
    const labels = members(50_000);
    const made = ok(
      await server.post(server.paths.configMaps, map('labels', { metadata: { name: 'labels', labels } })),
      201,
    );
    expect(Object.keys(made.body.metadata.labels ?? {})).toHaveLength(50_000);
    const more = { ...labels, more: 'x' };
    ok(await server.put(at('labels'), map('labels', { metadata: { name: 'labels', labels: more } })));
    ok(await server.merge(at('labels'), { metadata: { labels: { k0: null } } }));
    ok(await server.jsonPatch(at('labels'), [{ op: 'add', path: '/metadata/labels/k0', value: 'again' }]));
    const patched = ok(await server.strategic(at('labels'), { metadata: { labels: { k1: 'other' } } }));
    expect(patched.body.metadata.labels).toEqual({ ...more, k0: 'again', k1: 'other' });
    expect((await server.get(at('labels'))).body).toEqual(patched.body);
    ok(await server.delete(at('labels')));
    expect((await server.get(at('labels'))).code).toBe(404);
  });

  it('with 70,000 keys are applied by one manager, by another, and with force, and read in every form', async () => {
    const data = members(70_000);
    expect(managers(ok(await apply('keys', 'one', map('keys', { data })), 201))).toEqual(['one']);
    // An apply that changes nothing has no time yet, so that its entry is the first.
    expect(managers(ok(await apply('keys', 'two', map('keys', { data }))))).toEqual(['two', 'one']);
    const refused = await apply('keys', 'two', map('keys', { data: members(70_000, 'w') }));
    // An answer names the first thousand of its causes.
    expect([refused.code, refused.body.details.causes?.length]).toEqual([409, 1_000]);
    const forced = ok(await apply('keys', 'two', map('keys', { data: members(70_000, 'w') }), '&force=true'));
    expect(forced.body.data).toEqual(members(70_000, 'w'));
    expect(managers(forced)).toEqual(['two']);
    for (const accept of FORMS) ok(await server.get(at('keys'), { headers: { accept } }));
    ok(await server.get(`${at('keys')}?pretty=true`));
    ok(await server.delete(at('keys')));
  });

  it('are refused as small ones are', async () => {
    const data = members(5_000);
    const big = map('refused', { data });
    ok(await server.post(server.paths.configMaps, big), 201);
    expect(await server.post(server.paths.configMaps, big)).toMatchObject({
      code: 409,
      body: { reason: 'AlreadyExists' },
    });
    const stale = { ...big, metadata: { name: 'refused', resourceVersion: '1' } };
    expect(await server.put(at('refused'), stale)).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
    expect(await server.put(at('absent'), map('absent', { data }))).toMatchObject({ code: 404 });
    expect(await server.post(server.paths.configMaps, { ...map('Not a name', { data }) })).toMatchObject({ code: 422 });
    expect(await server.post('/api/v1/namespaces/absent/configmaps', big)).toMatchObject({ code: 404 });
    const strict = await server.post(`${server.paths.configMaps}?fieldValidation=Strict`, {
      ...map('s', { data }),
      x: 1,
    });
    expect(strict).toMatchObject({
      code: 400,
      body: { message: expect.stringContaining('strict decoding error: unknown field "x"') as string },
    });
    const warned = ok(await server.post(server.paths.configMaps, { ...map('warned', { data }), x: 1 }), 201);
    expect(warned.headers['warning']).toBe('299 - "unknown field \\"x\\""');
    expect(await server.merge(at('refused'), { metadata: { name: 'other' } })).toMatchObject({ code: 400 });
  });

  it('are computed again by the newest state when many write them at once', async () => {
    ok(await server.post(server.paths.configMaps, map('contended', { data: members(4_000) })), 201);
    const writes = Array.from({ length: 12 }, (_, i) =>
      server.merge(at('contended'), { data: { [`writer-${i}`]: 'x' } }),
    );
    expect((await Promise.all(writes)).map(({ code }) => code)).toEqual(writes.map(() => 200));
    expect(Object.keys((await server.get(at('contended'))).body.data ?? {})).toHaveLength(4_012);
  });

  it('in YAML are read as in JSON', async () => {
    const keys = Object.entries(members(15_000));
    const yaml = `kind: ConfigMap\napiVersion: v1\nmetadata: {name: in-yaml}\ndata:\n${keys.map(([k, v]) => `  ${k}: ${v}\n`).join('')}`;
    const made = await server.post(server.paths.configMaps, yaml, { headers: { 'content-type': 'application/yaml' } });
    expect(ok(made, 201).body.data).toEqual(members(15_000));
    const applied = await server.send('PATCH', `${at('in-yaml')}?fieldManager=m&force=true`, yaml, APPLY);
    expect(managers(ok(applied))).toContain('m');
  });

  it('of a definition are written and read in both of its versions', async () => {
    const group = 'large.example.com';
    const definitions = `/apis/${server.vocabulary.groups.apiextensions}/v1/customresourcedefinitions`;
    const text = { type: 'string' };
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-validations': [{ rule: 'self.size < 100', message: 'size is below 100' }],
          properties: { size: { type: 'integer', default: 1 }, data: { type: 'object', additionalProperties: text } },
        },
      },
    };
    const version = (name: string) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: schema },
    });
    const definition = {
      metadata: { name: `crates.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'crates', kind: 'Crate' },
        versions: [version('v1'), version('v2')],
      },
    };
    ok(await server.post(definitions, definition), 201);
    const [crates, inV2] = ['v1', 'v2'].map((v) => `/apis/${group}/${v}/namespaces/${server.namespace}/crates`) as [
      string,
      string,
    ];
    while ((await server.get(crates)).code === 404);
    const data = members(90_000);
    const crate = (name: string, value = 'v', unknown: object = {}) => ({
      kind: 'Crate',
      apiVersion: `${group}/v1`,
      metadata: { name },
      spec: { data: members(90_000, value), ...unknown },
    });
    const made = ok(await server.post(crates, crate('made', 'v', { unknown: 'x' })), 201);
    expect(made.body.spec).toEqual({ size: 1, data });
    const refused = await server.merge(`${crates}/made`, { spec: { size: 100 } });
    expect([refused.code, refused.body['message']]).toEqual([422, expect.stringContaining('size is below 100')]);
    ok(await server.jsonPatch(`${crates}/made`, [{ op: 'replace', path: '/spec/size', value: 2 }]));
    ok(await server.merge(`${inV2}/made`, { spec: { size: 3 } }));
    const read = ok(await server.get(`${inV2}/made`)).body;
    const { resourceVersion } = read.metadata;
    expect([read['apiVersion'], read.spec]).toEqual([`${group}/v2`, { size: 3, data }]);
    for (const accept of ['application/yaml', 'application/json;as=Table;v=v1;g=meta.orch.io'])
      ok(await server.get(`${crates}/made`, { headers: { accept } }));
    ok(
      await server.put(`${inV2}/made`, { ...read, metadata: { name: 'made', resourceVersion, labels: { put: 'x' } } }),
    );
    ok(await server.post(crates, { ...crate('small'), spec: { data: { a: 'b' } } }), 201);
    const items = (answer: Answer) => (answer.body as unknown as { items: Fields[] }).items;
    for (const query of ['', '?pretty=true']) {
      const listed = items(ok(await server.get(`${inV2}${query}`)));
      expect(listed.map(({ apiVersion }) => apiVersion)).toEqual([`${group}/v2`, `${group}/v2`]);
      expect(listed.map(({ spec }) => spec)).toEqual([
        { size: 3, data },
        { size: 1, data: { a: 'b' } },
      ]);
    }
    const yaml = ok(await server.get(inV2, { headers: { accept: 'application/yaml' } })).text;
    expect(yaml.match(/^ {6}k\d+: v\d$/gm)).toHaveLength(90_000);
    expect(yaml.match(/^- apiVersion: large\.example\.com\/v2$/gm)).toHaveLength(2);
    const table = ok(await server.get(inV2, { headers: { accept: FORMS[2]! } })).body as unknown as Table;
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['made', 'small']);
    const metadata = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io';
    const partial = items(ok(await server.get(inV2, { headers: { accept: metadata } })));
    expect(partial.map(({ metadata: shown }) => (shown as Fields)['labels'])).toEqual([{ put: 'x' }, undefined]);
    ok(await server.delete(`${crates}/small`));
    const applied = (manager: string, value: string, query = '') =>
      server.send('PATCH', `${crates}/applied?fieldManager=${manager}${query}`, crate('applied', value), APPLY);
    expect(managers(ok(await applied('one', 'v'), 201))).toEqual(['one']);
    expect((await applied('two', 'w')).code).toBe(409);
    expect(managers(ok(await applied('two', 'w', '&force=true')))).toEqual(['two']);
    ok(await server.delete(`${crates}/applied`));
    ok(await server.delete(`${crates}/made`));
  }, 180_000);

  it('of a definition whose rules convert them are written, read and listed in both of its versions', async () => {
    const group = 'converted.example.com';
    const { groups, annotations } = server.vocabulary;
    const text = { type: 'string' };
    const version = (name: string, field: string) => {
      const properties = { [field]: text, data: { type: 'object', additionalProperties: text } };
      const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
      return { name, served: true, storage: name === 'v1', schema: { openAPIV3Schema: schema } };
    };
    const rules = { conversions: [{ from: 'v1', to: 'v2', fields: [{ from: 'spec.old', to: 'spec.new' }] }] };
    const definition = {
      metadata: { name: `boxes.${group}`, annotations: { [annotations.declaredConversion]: JSON.stringify(rules) } },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'boxes', kind: 'Box' },
        versions: [version('v1', 'old'), version('v2', 'new')],
      },
    };
    ok(await server.post(`/apis/${groups.apiextensions}/v1/customresourcedefinitions`, definition), 201);
    const [inV1, inV2] = ['v1', 'v2'].map((v) => `/apis/${group}/${v}/namespaces/${server.namespace}/boxes`) as [
      string,
      string,
    ];
    while ((await server.get(inV1)).code === 404);
    const data = members(90_000);
    const box = (v: string, name: string, field: string, content = data) => ({
      kind: 'Box',
      apiVersion: `${group}/${v}`,
      metadata: { name },
      spec: { [field]: 'x', data: content },
    });
    expect(ok(await server.post(inV1, box('v1', 'one', 'old')), 201).body.spec).toEqual({ old: 'x', data });
    expect(ok(await server.post(inV2, box('v2', 'two', 'new')), 201).body.spec).toEqual({ new: 'x', data });
    expect(ok(await server.get(`${inV1}/two`)).body.spec).toEqual({ old: 'x', data });
    ok(await server.merge(`${inV2}/one`, { spec: { new: 'y' } }));
    const specs = ({ body }: Answer) => (body as unknown as { items: Fields[] }).items.map(({ spec }) => spec);
    for (const accept of ['application/json', FORMS[2]!]) ok(await server.get(inV2, { headers: { accept } }));
    expect(specs(ok(await server.get(inV2)))).toEqual([
      { new: 'y', data },
      { new: 'x', data },
    ]);
    // Both managers own all of it, so that it has three times as many members when it is stored.
    const shared = box('v2', 'three', 'new', members(60_000));
    const applied = (manager: string, query = '') =>
      server.send('PATCH', `${inV2}/three?fieldManager=${manager}${query}`, shared, APPLY);
    expect(managers(ok(await applied('a'), 201))).toEqual(['a']);
    expect(managers(ok(await applied('b')))).toEqual(['b', 'a']);
    for (const name of ['one', 'two', 'three']) ok(await server.delete(`${inV2}/${name}`));
  }, 180_000);

  it('with thousands of containers pass admission as any pod does', async () => {
    const containers = Array.from({ length: 10_000 }, (_, i) => ({ name: `c${i}`, image: 'x:1' }));
    const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'crowd' }, spec: { containers } };
    const made = ok(await server.post(server.paths.pods, pod), 201);
    expect(made.body.spec?.['priority']).toBe(0);
    expect(made.body.spec?.['containers']).toHaveLength(10_000);
    ok(await server.merge(`${server.paths.pods}/crowd`, { metadata: { labels: { a: 'b' } } }));
    const binding = { metadata: { name: 'crowd' }, target: { kind: 'Node', name: 'n' } };
    ok(await server.post(`${server.paths.pods}/crowd/binding`, binding), 201);
    expect((await server.get(`${server.paths.pods}/crowd`)).body.spec['nodeName']).toBe('n');
    ok(await server.delete(`${server.paths.pods}/crowd?gracePeriodSeconds=0`));
  });

  it('C-007 rules of large roles are reviewed, and large bindings written, while others are served', async () => {
    const { authorization, rbac } = server.vocabulary.groups;
    const [roles, bindings] = ['clusterroles', 'clusterrolebindings'].map((kind) => `/apis/${rbac}/v1/${kind}`) as [
      string,
      string,
    ];
    const rules = (tag: string) =>
      Array.from({ length: 12_000 }, (_, i) => ({ verbs: ['get'], apiGroups: [''], resources: [`${tag}${i}`] }));
    const bind = (role: string, subjects: readonly Fields[]) => ({
      metadata: { name: role },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
      subjects,
    });
    const user = (name: string) => ({ apiGroup: rbac, kind: 'User', name });
    const jane = { headers: { 'impersonate-user': 'jane' } };
    for (const tag of ['a', 'b']) {
      ok(await server.post(roles, { metadata: { name: tag }, rules: rules(tag) }), 201);
      ok(await server.post(bindings, bind(tag, [user('jane')])), 201);
    }
    ok(await server.put(`${roles}/b`, { metadata: { name: 'b' }, rules: rules('c') }));
    const review = (headers: Record<string, string>) =>
      server.post(
        `/apis/${authorization}/v1/selfsubjectrulesreviews`,
        { spec: { namespace: 't1' } },
        { headers: { ...jane.headers, ...headers } },
      );
    const { status } = ok(await review({}), 201).body;
    const listed = (status!['resourceRules'] as { resources: string[] }[])
      .map(({ resources }) => resources[0]!)
      .filter((name) => /^[abc]\d/.test(name));
    expect([listed.length, listed.includes('a11999'), listed.includes('c11999'), listed.includes('b0')]).toEqual([
      24_000,
      true,
      true,
      false,
    ]);
    expect(ok(await review({ accept: 'application/yaml' }), 201).text).toContain('- a11999\n');
    const long = { spec: { resourceAttributes: { verb: 'get', resource: 'a7', name: '\u0001'.repeat(480_000) } } };
    const answered = await server.post(`/apis/${authorization}/v1/selfsubjectaccessreviews`, long, {
      headers: { ...jane.headers, accept: 'application/yaml' },
    });
    expect(ok(answered, 201).text).toContain('allowed: true\n');
    const subjects = (tag: string) => Array.from({ length: 20_000 }, (_, i) => user(`${tag}${i}`));
    ok(await server.post(bindings, { ...bind('a', subjects('x')), metadata: { name: 'crowd' } }), 201);
    ok(await server.put(`${bindings}/crowd`, { ...bind('a', subjects('y')), metadata: { name: 'crowd' } }));
    ok(await server.merge(`${bindings}/crowd`, { metadata: { labels: { a: 'b' } } }));
    const asks = { spec: { resourceAttributes: { verb: 'get', resource: 'a7' } } };
    const allowed = async (name: string) =>
      (await server.post(`/apis/${authorization}/v1/subjectaccessreviews`, { spec: { ...asks.spec, user: name } })).body
        .status?.['allowed'];
    expect([await allowed('x7'), await allowed('y7')]).toEqual([false, true]);
    ok(await server.delete(`${bindings}/crowd`));
    expect(await allowed('y7')).toBe(false);
  });

  it('C-240 a quota of 40,000 names is charged while others are served', async () => {
    const names = Array.from({ length: 40_000 }, (_, i) => [`count/k${i}.example.com`, '5']);
    const hard = { configmaps: '102', ...Object.fromEntries(names) };
    const quotas = '/api/v1/namespaces/limited/resourcequotas';
    const maps = '/api/v1/namespaces/limited/configmaps';
    ok(await server.post(server.paths.namespaces, { metadata: { name: 'limited' } }), 201);
    for (let i = 0; i < 100; i++) ok(await server.post(maps, map(`before-${i}`, {})), 201);
    ok(await server.post(quotas, { metadata: { name: 'q' }, spec: { hard } }), 201);
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => server.post(maps, map(name, {}))));
    expect(made.map(({ code }) => code).sort((a, b) => a - b)).toEqual([201, 201, 403, 403]);
    const used = (await server.get(`${quotas}/q`)).body.status?.['used'] as Record<string, string>;
    expect([used['configmaps'], Object.keys(used).length]).toEqual(['102', 40_001]);
    ok(await server.delete(`${quotas}/q`));
  });

  it('many large disruption budgets are asked by many evictions at once while others are served', async () => {
    const namespace = '/api/v1/namespaces/budgets';
    const annotations = members(2_900, 'v'.repeat(70));
    ok(await server.post(server.paths.namespaces, { metadata: { name: 'budgets' } }), 201);
    ok(await server.post(`${namespace}/serviceaccounts`, { metadata: { name: 'default' } }), 201);
    ok(
      await server.post(`${namespace}/pods`, {
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      }),
      201,
    );
    ok(await server.merge(`${namespace}/pods/p/status`, { status: { phase: 'Running' } }));
    const selector = { matchLabels: { app: 'another' } };
    const budgets = '/apis/policy/v1/namespaces/budgets/poddisruptionbudgets';
    for (let n = 0; n < 100; n++)
      ok(
        await server.post(budgets, { metadata: { name: `b${n}`, annotations }, spec: { minAvailable: 1, selector } }),
        201,
      );
    const evict = () =>
      server.post(`${namespace}/pods/p/eviction?dryRun=All`, { metadata: { name: 'p', namespace: 'budgets' } });
    for (const answer of await Promise.all(Array.from({ length: 20 }, evict))) ok(answer, 201);
  });
});
