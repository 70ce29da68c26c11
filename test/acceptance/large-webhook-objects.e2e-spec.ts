import { ReviewServer, sendJson, type ReviewCall } from '../../libs/testing/src/review-server.js';
import { ResourceServer, type Answer, type Fields } from '../support/resource-fixtures.js';
import { tooLongTurns } from '../support/turn-limit.js';

const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } };
const FORMS = [
  'application/json',
  'application/yaml',
  'application/json;as=Table;v=v1;g=meta.orch.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io',
];
const GROUP = 'hooked.example.com';
/** Members of an object: one turn of the event loop took up to 430 ms with them. */
const MANY = 30_000;

interface Parcel {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Fields & { readonly name?: string };
  readonly spec?: Fields;
}

const members = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `v${i % 10}`]));

const parcel = (version: string, name: string, label: string, data: Fields): Parcel => ({
  kind: 'Parcel',
  apiVersion: `${GROUP}/${version}`,
  metadata: { name },
  spec: { [version === 'v1' ? 'label' : 'title']: label, data },
});

/** `spec.label` of v1 is `spec.title` of v2. */
function converted({ spec = {}, ...rest }: Parcel, apiVersion: string): Parcel {
  const { label, title, ...others } = spec;
  const value = label ?? title;
  const named = value === undefined ? {} : { [apiVersion.endsWith('v1') ? 'label' : 'title']: value };
  return { ...rest, apiVersion, spec: { ...others, ...named } };
}

const objectsOf = ({ body }: ReviewCall): readonly Parcel[] => body.request['objects'] as readonly Parcel[];

describe('large objects that a webhook converts', () => {
  let server: ResourceServer;
  let hook: ReviewServer;
  let inV1: string;
  let inV2: string;

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await ResourceServer.start({ vocabulary: 'orch' });
    const text = { type: 'string' };
    const version = (name: string, field: string) => {
      const properties = {
        [field]: text,
        size: { type: 'integer', default: 1, minimum: 1 },
        data: { type: 'object', additionalProperties: text },
      };
      const status = { type: 'object', properties: { ready: { type: 'boolean' } } };
      const schema = { type: 'object', properties: { spec: { type: 'object', properties }, status } };
      const subresources = { status: {} };
      return { name, served: true, storage: name === 'v1', schema: { openAPIV3Schema: schema }, subresources };
    };
    const clientConfig = { url: `${hook.url}/convert`, caBundle: hook.caBundle };
    const definition = {
      metadata: { name: `parcels.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { plural: 'parcels', kind: 'Parcel' },
        versions: [version('v1', 'label'), version('v2', 'title')],
        conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
      },
    };
    const definitions = `/apis/${server.vocabulary.groups.apiextensions}/v1/customresourcedefinitions`;
    ok(await server.post(definitions, definition), 201);
    [inV1, inV2] = ['v1', 'v2'].map((name) => `/apis/${GROUP}/${name}/namespaces/${server.namespace}/parcels`) as [
      string,
      string,
    ];
    while ((await server.get(inV2)).code === 404);
  });
  afterAll(async () => {
    await server?.stop();
    await hook?.close();
  });
  beforeEach(() => {
    hook.reset();
    answer((one, to) => converted(one, to));
  });

  const longTurns = tooLongTurns(() => server.plane.process.log());
  afterEach(() => expect(longTurns()).toEqual([]));

  const answer = (convert: (one: Parcel, to: string) => unknown): void => {
    hook.always = (response, call) => {
      const { uid, desiredAPIVersion } = call.body.request as { uid: string; desiredAPIVersion: string };
      const convertedObjects = objectsOf(call).map((one) => convert(one, desiredAPIVersion));
      const { apiVersion, kind } = call.body;
      const result = { uid, result: { status: 'Success' }, convertedObjects };
      sendJson({ apiVersion, kind, response: result })(response, call);
    };
  };
  const ok = (answered: Answer, code = 200): Answer => {
    expect([answered.code, answered.code === code ? '' : answered.text.slice(0, 500)]).toEqual([code, '']);
    return answered;
  };
  const managers = ({ body }: Answer) =>
    (body.metadata as { managedFields?: { manager: string; apiVersion: string }[] }).managedFields?.map(
      ({ manager, apiVersion }) => `${manager} ${apiVersion.slice(GROUP.length + 1)}`,
    );
  const itemsOf = ({ body }: Answer) => (body as unknown as { items: Fields[] }).items;

  it('are written, patched, read, listed and watched in both versions while others are served', async () => {
    const data = members(MANY);
    const made = ok(await server.post(inV1, { ...parcel('v1', 'one', 'a', data), unknown: 1 }), 201);
    expect([made.body.spec, made.headers['warning']]).toEqual([
      { label: 'a', size: 1, data },
      '299 - "unknown field \\"unknown\\""',
    ]);
    expect(ok(await server.post(inV2, parcel('v2', 'two', 'b', data)), 201).body.spec).toEqual({
      title: 'b',
      size: 1,
      data,
    });
    expect(ok(await server.get(`${inV1}/two`)).body.spec).toEqual({ label: 'b', size: 1, data });
    const watch = await server.watch(`${inV2}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
    const first = await watch.take(2);
    expect(first.map(({ object }) => object.spec?.['title'])).toEqual(['a', 'b']);
    expect(ok(await server.merge(`${inV2}/one`, { spec: { title: 'c' } })).body.spec).toEqual({
      title: 'c',
      size: 1,
      data,
    });
    expect((await watch.next()).object.spec).toEqual({ title: 'c', size: 1, data });
    watch.close();
    ok(await server.jsonPatch(`${inV2}/one`, [{ op: 'replace', path: '/spec/size', value: 2 }]));
    const refused = await server.merge(`${inV2}/one`, { spec: { size: 0 } });
    expect([refused.code, refused.body['message']]).toEqual([
      422,
      expect.stringContaining('greater than or equal to 1'),
    ]);
    const read = ok(await server.get(`${inV2}/one`)).body;
    expect([read['apiVersion'], read.spec]).toEqual([`${GROUP}/v2`, { title: 'c', size: 2, data }]);
    const status = ok(await server.merge(`${inV2}/one/status`, { status: { ready: true } })).body;
    expect([status.status, status.spec]).toEqual([{ ready: true }, { title: 'c', size: 2, data }]);
    const { resourceVersion } = status.metadata;
    const put = { ...parcel('v2', 'one', 'd', data), metadata: { name: 'one', resourceVersion, labels: { put: 'x' } } };
    expect(ok(await server.put(`${inV2}/one`, put)).body.status).toEqual({ ready: true });
    const dry = ok(await server.post(`${inV2}?dryRun=All`, parcel('v2', 'dry', 'x', data)), 201);
    expect(dry.body.spec).toEqual({ title: 'x', size: 1, data });
    expect((await server.get(`${inV1}/dry`)).code).toBe(404);
    for (const accept of FORMS) ok(await server.get(inV2, { headers: { accept } }));
    expect(itemsOf(ok(await server.get(inV2))).map(({ spec }) => spec)).toEqual([
      { title: 'd', size: 1, data },
      { title: 'b', size: 1, data },
    ]);
    for (const name of ['one', 'two']) ok(await server.delete(`${inV2}/${name}`));
    expect((await server.get(`${inV1}/one`)).code).toBe(404);
  }, 300_000);

  it('are applied by managers of both versions', async () => {
    const data = members(MANY);
    const applied = (version: string, manager: string, label: string, query = '') =>
      server.send(
        'PATCH',
        `${version === 'v1' ? inV1 : inV2}/applied?fieldManager=${manager}${query}`,
        parcel(version, 'applied', label, data),
        APPLY,
      );
    expect(managers(ok(await applied('v2', 'one', 'a'), 201))).toEqual(['one v2']);
    const conflict = await applied('v1', 'two', 'b');
    expect([conflict.code, conflict.body['message']]).toEqual([
      409,
      expect.stringContaining(`conflict with "one" using ${GROUP}/v2: .spec.title`),
    ]);
    expect(managers(ok(await applied('v1', 'two', 'a')))).toEqual(['two v1', 'one v2']);
    const forced = ok(await applied('v1', 'two', 'b', '&force=true'));
    expect([managers(forced)?.sort(), forced.body.spec?.['label']]).toEqual([['one v2', 'two v1'], 'b']);
    expect(ok(await server.get(`${inV2}/applied`)).body.spec).toEqual({ title: 'b', size: 1, data });
    ok(await server.delete(`${inV1}/applied`));
  }, 300_000);

  it('of which none is large, but all together are, are listed while others are served', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `middle-${n}`);
    for (const name of names) ok(await server.post(inV1, parcel('v1', name, 'a', members(2_900))), 201);
    for (const accept of FORMS) ok(await server.get(inV2, { headers: { accept } }));
    expect(itemsOf(ok(await server.get(inV2))).map(({ spec }) => (spec as Fields)['title'])).toEqual(
      names.map(() => 'a'),
    );
    ok(await server.delete(inV1));
  }, 300_000);

  it('are refused with the words of the webhook', async () => {
    const data = members(MANY);
    const message = (text: string) => `conversion webhook for ${GROUP}/v2, Kind=Parcel ${text}`;
    answer((one, to) => ({ ...converted(one, to), kind: 'Other' }));
    const invalid = await server.post(inV2, parcel('v2', 'refused', 'a', data));
    expect([invalid.code, invalid.body]).toEqual([
      500,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: message('returned invalid object at index 0: invalid kind (expected Parcel, received Other)'),
        code: 500,
      },
    ]);
    answer((one, to) => ({ ...converted(one, to), spec: { list: Array(400_001).fill('') } }));
    const long = await server.post(inV2, parcel('v2', 'refused', 'a', data));
    expect([long.code, long.body['message']]).toEqual([500, expect.stringContaining('too many fields')]);
    hook.always = (response) => void response.destroy();
    const gone = await server.post(inV2, parcel('v2', 'refused', 'a', data));
    expect([gone.code, gone.body['message']]).toEqual([500, expect.stringMatching(/: (EOF|read: .*)$/)]);
    expect((await server.get(`${inV1}/refused`)).code).toBe(404);
    const { text } = await server.get('/metrics');
    for (const outcome of ['invalid_converted_object', 'call'])
      expect(text).toContain(`{result="failure",failure_type="conversion_webhook_${outcome}_failure"}`);
  }, 300_000);

  it('leave room for others while the webhook does not answer', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let arrived: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (arrived = resolve));
    hook.hold = (call) => {
      if (!objectsOf(call)[0]!.metadata.name?.startsWith('stuck')) return undefined;
      if (hook.calls.length === 4) arrived();
      return held;
    };
    const data = members(5_000);
    const stuck = Array.from({ length: 10 }, (_, n) => server.post(inV2, parcel('v2', `stuck-${n}`, 'a', data)));
    await hanging;
    const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'free' }, data };
    ok(await server.post(server.paths.configMaps, map), 201);
    ok(await server.get(`${server.paths.configMaps}/free`, { headers: { accept: 'application/yaml' } }));
    ok(await server.post(inV1, parcel('v1', 'free', 'a', data)), 201);
    ok(await server.merge(`${inV1}/free`, { spec: { label: 'b' } }));
    release();
    for (const answered of await Promise.all(stuck)) ok(answered, 201);
    ok(await server.delete(inV1));
  }, 300_000);
});
