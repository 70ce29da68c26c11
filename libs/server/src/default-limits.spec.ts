import { createInterface } from 'node:readline';
import { FakeClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { TestServer } from '@orch/server-testing';

const MINUTE_MS = 60_000;
const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';

/** "19. Limits": the defaults without flags. */
describe.each(['orch', 'kubernetes'] as const)('default limits in the %s vocabulary', (vocabulary) => {
  const { groups } = vocabularies[vocabulary];
  const clock = new FakeClock(Date.now());
  let server: TestServer;
  const admin = async (path: string, method = 'GET', body?: unknown) =>
    server.call(path, { agent: await server.admin(), method, body, headers: { 'content-type': 'application/json' } });
  const make = async (name: string) => expect((await admin(MAPS, 'POST', { metadata: { name } })).code).toBe(201);

  beforeAll(async () => {
    // The release that serves both versions of webhooks.
    server = await TestServer.start({ vocabulary, emulatedMinor: 21 }, { clock });
  });
  afterAll(() => TestServer.closeAll());

  it('B-330 B-331 history and continue tokens are valid for five minutes', async () => {
    await make('a');
    await make('b');
    const page = (await admin(`${MAPS}?limit=1`)).json as unknown as {
      metadata: { resourceVersion: string; continue: string };
    };
    const { resourceVersion, continue: token } = page.metadata;
    const watch = async () =>
      (await admin(`${MAPS}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=c&resourceVersion=${resourceVersion}`))
        .json;
    await make('c');
    clock.advance(4 * MINUTE_MS);
    await make('d');
    expect(await watch()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'c' } } });
    const next = `${MAPS}?limit=1&continue=${encodeURIComponent(token)}`;
    expect(await admin(next)).toMatchObject({ code: 200, json: { items: [{ metadata: { name: 'b' } }] } });
    clock.advance(2 * MINUTE_MS);
    await make('e');
    while ((await admin(next)).code === 200); // history is trimmed asynchronously
    expect(await admin(next)).toMatchObject({ code: 410, json: { reason: 'Expired' } });
    expect(await watch()).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  });

  it('D-135 a bookmark comes every minute, to those who asked', async () => {
    const { metadata } = (await admin(MAPS)).json as unknown as { metadata: { resourceVersion: string } };
    const open = async (query: string) => {
      const path = `${MAPS}?watch=1&labelSelector=of=minutes&resourceVersion=${metadata.resourceVersion}${query}`;
      const { body } = await (await server.admin()).request({ origin: server.server.url, path, method: 'GET' });
      const lines = createInterface({ input: body })[Symbol.asyncIterator]();
      return async () => (JSON.parse(String((await lines.next()).value)) as { type: string }).type;
    };
    const [asked, silent] = [await open('&allowWatchBookmarks=true'), await open('')];
    const create = async (name: string) =>
      admin(MAPS, 'POST', { metadata: { name, labels: { of: 'minutes' } } });
    for (const minute of [1, 2]) {
      clock.advance(MINUTE_MS - 2_000);
      expect((await create(`before-${minute}`)).code).toBe(201);
      expect(await asked()).toBe('ADDED');
      clock.advance(3_000);
      expect(await asked()).toBe('BOOKMARK');
      expect(await silent()).toBe('ADDED');
    }
  }); // prettier-ignore

  it('B-334 webhook timeouts are 1 to 30 seconds, by default 10 or 30', async () => {
    const create = async (version: string, name: string, timeoutSeconds?: number) => {
      const path = `/apis/${groups.admissionregistration}/${version}/validatingwebhookconfigurations`;
      const { code, json } = await admin(path, 'POST', {
        metadata: { name },
        webhooks: [
          {
            name: 'a.example.com',
            clientConfig: { url: 'https://hooks.example.com/' },
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
          },
        ],
      });
      const [webhook] = (json['webhooks'] ?? []) as { readonly timeoutSeconds?: number }[];
      return [code, webhook?.timeoutSeconds];
    };
    expect(await create('v1', 'least', 1)).toEqual([201, 1]);
    expect(await create('v1', 'most', 30)).toEqual([201, 30]);
    expect(await create('v1', 'none')).toEqual([201, 10]);
    expect(await create('v1beta1', 'none-beta')).toEqual([201, 30]);
    expect((await create('v1', 'less', 0))[0]).toBe(422);
    expect((await create('v1', 'more', 31))[0]).toBe(422);
  });

  it('B-343 B-344 projected tokens are valid for an hour by default, and for at least ten minutes', async () => {
    const create = async (name: string, expirationSeconds?: number) => {
      const source = { path: 'token', ...(expirationSeconds === undefined ? {} : { expirationSeconds }) };
      const { code, json } = await admin(PODS, 'POST', {
        metadata: { name },
        spec: {
          containers: [{ name: 'c', image: 'example.com/c:1' }],
          volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: source }] } }],
        },
      });
      const [volume] = ((json['spec'] as { volumes?: object[] } | undefined)?.volumes ?? []) as {
        readonly projected: { readonly sources: readonly { readonly serviceAccountToken: object }[] };
      }[];
      return { code, token: volume?.projected.sources[0]?.serviceAccountToken };
    };
    expect(await create('default')).toMatchObject({ code: 201, token: { expirationSeconds: 3_600 } });
    expect(await create('least', 600)).toMatchObject({ code: 201, token: { expirationSeconds: 600 } });
    expect(await create('less', 599)).toMatchObject({ code: 422 });
  });
});
