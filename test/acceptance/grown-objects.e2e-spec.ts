import { ReviewServer, sendJson, type ReviewCall } from '../../libs/testing/src/review-server.js';
import { ResourceServer, type Answer, type Fields } from '../support/resource-fixtures.js';
import { tooLongTurns } from '../support/turn-limit.js';

const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } };
const GROUP = 'grown.example.com';
/** Members that a webhook adds: one turn of the event loop took more than a second with them. */
const MANY = 95_000;

const members = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `v${i % 10}`]));

const base64 = (patch: readonly Fields[]): string => Buffer.from(JSON.stringify(patch)).toString('base64');

describe('small objects that take much work', () => {
  let server: ResourceServer;
  let hook: ReviewServer;
  const pathOf = (version: string, plural: string): string =>
    `/apis/${GROUP}/${version}/namespaces/${server.namespace}/${plural}`;

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await ResourceServer.start({ vocabulary: 'orch' });
  });
  afterAll(async () => {
    await server?.stop();
    await hook?.close();
  });
  beforeEach(() => hook.reset());

  const longTurns = tooLongTurns(() => server.plane.process.log());
  afterEach(() => expect(longTurns()).toEqual([]));

  const ok = (answered: Answer, code = 200): Answer => {
    expect([answered.code, answered.code === code ? '' : answered.text.slice(0, 500)]).toEqual([code, '']);
    return answered;
  };
  const clientConfig = () => ({ url: `${hook.url}/`, caBundle: hook.caBundle });

  /** Defines a kind with that schema of its spec, in versions of which the first is stored. */
  async function define(plural: string, spec: Fields, versions: readonly string[], conversion?: Fields): Promise<void> {
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    const definitions = `/apis/${server.vocabulary.groups.apiextensions}/v1/customresourcedefinitions`;
    const definition = {
      metadata: { name: `${plural}.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { plural, kind: `A${plural}` },
        versions: versions.map((name, i) => ({ name, served: true, storage: i === 0, schema })),
        ...(conversion && { conversion }),
      },
    };
    ok(await server.post(definitions, definition), 201);
    while ((await server.get(pathOf(versions.at(-1)!, plural))).code === 404);
  }

  it('by a schema of many alternatives are validated while others are served, from the first one on', async () => {
    const alternatives = Array.from({ length: 600 }, (_, index) => ({ maximum: -index - 1 }));
    const list = { type: 'array', items: { type: 'integer', anyOf: [...alternatives, { minimum: 0 }] } };
    await define('costlies', { type: 'object', properties: { list } }, ['v1']);
    const costly = (name: string, value: number) => ({
      apiVersion: `${GROUP}/v1`,
      kind: 'Acostlies',
      metadata: { name },
      spec: { list: Array<number>(600).fill(value) },
    });
    const created = ok(await server.post(pathOf('v1', 'costlies'), costly('a', 1)), 201);
    expect(created.body.spec).toEqual(costly('a', 1).spec);
    ok(await server.merge(`${pathOf('v1', 'costlies')}/a`, { spec: { list: Array<number>(600).fill(2) } }));
  }, 120_000);

  it('by defaults are written while others are served, from the first one on', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`k${i}`, { type: 'integer', default: 1 }]),
    );
    const list = { type: 'array', items: { type: 'object', properties } };
    await define('filleds', { type: 'object', properties: { list } }, ['v1']);
    const filled = { apiVersion: `${GROUP}/v1`, kind: 'Afilleds', metadata: { name: 'a' } };
    const spec = { list: Array.from({ length: 2_900 }, () => ({})) };
    const created = ok(await server.post(pathOf('v1', 'filleds'), { ...filled, spec }), 201);
    const { list: items } = created.body.spec as { list: Fields[] };
    expect(Object.keys(items[2_899]!)).toHaveLength(20);
  }, 120_000);

  it('by a conversion webhook are read and written while others are served', async () => {
    const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const webhook = { clientConfig: clientConfig(), conversionReviewVersions: ['v1'] };
    await define('parcels', spec, ['v1', 'v2'], { strategy: 'Webhook', webhook });
    const parcel = (version: string, name: string) => ({
      apiVersion: `${GROUP}/${version}`,
      kind: 'Aparcels',
      metadata: { name },
      spec: { a: 'b' },
    });
    const data = members(MANY);
    hook.always = (response, call: ReviewCall) => {
      const { uid, desiredAPIVersion: apiVersion, objects } = call.body.request as { uid: string; desiredAPIVersion: string; objects: Fields[] }; // prettier-ignore
      const convertedObjects = objects.map((one) => ({ ...one, apiVersion, spec: { a: 'b', data } }));
      const result = { uid, result: { status: 'Success' }, convertedObjects };
      sendJson({ apiVersion: call.body.apiVersion, kind: call.body.kind, response: result })(response, call);
    };
    const [inV1, inV2] = [pathOf('v1', 'parcels'), pathOf('v2', 'parcels')];
    ok(await server.post(inV1, parcel('v1', 'one')), 201);
    expect(ok(await server.get(`${inV2}/one`)).body.spec).toEqual({ a: 'b', data });
    ok(await server.post(`${inV2}?dryRun=All`, parcel('v2', 'dry')), 201);
    ok(await server.send('PATCH', `${inV2}/one?fieldManager=m&force=true`, parcel('v2', 'one'), APPLY));
    ok(await server.delete(`${inV1}/one`));
    ok(await server.post(inV1, parcel('v1', 'two')), 201);
    ok(await server.merge(`${inV2}/two`, { metadata: { labels: { a: 'b' } } }));
    ok(await server.post(inV2, parcel('v2', 'three')), 201);
    ok(await server.delete(inV1));
  }, 300_000);

  it('by patches of admission webhooks are written while others are served', async () => {
    const configurations = `/apis/${server.vocabulary.groups.admissionregistration}/v1/mutatingwebhookconfigurations`;
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
    const webhook = {
      name: 'grow.example.com',
      clientConfig: clientConfig(),
      rules: [rule],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    ok(await server.post(configurations, { metadata: { name: 'grow' }, webhooks: [webhook] }), 201);
    const patches = {
      text: [{ op: 'add', path: '/data', value: { text: 'x'.repeat(5_800_000) } }],
      keys: [{ op: 'add', path: '/data', value: members(39_000) }],
    };
    hook.always = (response, call: ReviewCall) => {
      const { uid, name } = call.body.request as { uid: string; name: keyof typeof patches };
      const result = { uid, allowed: true, patchType: 'JSONPatch', patch: base64(patches[name]) };
      sendJson({ apiVersion: call.body.apiVersion, kind: call.body.kind, response: result })(response, call);
    };
    const map = (name: string) => ({ metadata: { name } });
    while (hook.calls.length === 0) await server.post(`${server.paths.configMaps}?dryRun=All`, map('keys'));
    longTurns();
    const grown = ok(await server.post(server.paths.configMaps, map('keys')), 201);
    expect(Object.keys((grown.body as unknown as { data: Fields }).data)).toHaveLength(39_000);
    const refused = await server.post(server.paths.configMaps, map('text'));
    expect([refused.code, refused.body['message']]).toEqual([422, expect.stringContaining('Too long')]);
    ok(await server.delete(`${configurations}/grow`));
  }, 120_000);
});
