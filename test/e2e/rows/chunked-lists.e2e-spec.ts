import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { query, ResourceServer, type Body, type Paths } from '../../support/resource-fixtures.js';

// Expiry of tokens (A-073, A-074, C-053, C-054) is in short-limits. Left: the gated half of A-075 (feature gates).
describe.each(VOCABULARY_NAMES)('chunked lists in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let paths: Paths;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    paths = await freshNamespace(server);
    maps = paths.configMaps;
    await makeMaps(server, maps, 'c', 'a', 'e', 'b', 'd');
  });

  const list = async (parameters: Readonly<Record<string, string>>, path = maps): Promise<Body> => {
    const { code, body, text } = await server.get(path + query(parameters));
    if (code !== 200) throw new Error(text);
    return body;
  };
  const names = ({ items }: Body) => items.map((item) => item.metadata.name);
  /** Every chunk of a list. */
  const chunks = async (parameters: Readonly<Record<string, string>>, path = maps): Promise<Body[]> => {
    const all = [await list(parameters, path)];
    for (let token; (token = all.at(-1)!.metadata.continue);)
      all.push(await list({ ...parameters, continue: token }, path));
    return all;
  };

  it('A-066 A-067 A-075 limit caps a list, and the rest is promised', async () => {
    const first = await list({ limit: '2' });
    expect(names(first)).toEqual(['a', 'b']);
    expect(first.metadata.continue).toMatch(/./);
  });

  it('A-068 A-069 A-070 chunks follow each other to an end without a token, all of one version', async () => {
    const all = await chunks({ limit: '2' });
    expect(all.map(names)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(all[2]!.metadata.continue ?? '').toBe('');
    expect(new Set(all.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
  });

  it('A-071 A-072 chunks show the state of the first, a new list the newest', async () => {
    const before = (await list({})).items;
    const first = await list({ limit: '2' });
    await server.delete(`${maps}/c`);
    await makeMaps(server, maps, 'bb', 'f');
    await server.merge(`${maps}/d`, { data: { a: '1' } });
    const rest = await list({ limit: '9', continue: first.metadata.continue! });
    expect([...first.items, ...rest.items]).toEqual(before);
    expect(names(await list({}))).toEqual(['a', 'b', 'bb', 'd', 'e', 'f']);
  });

  it('A-076 A-080 A-081 remainingItemCount counts what is left, and is left out at the end', async () => {
    const all = await chunks({ limit: '2' });
    expect(all.map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1, undefined]);
    expect(all[0]!.items.length + all[0]!.metadata.remainingItemCount!).toBe(5);
  });

  it.each([
    ['A-077', { labelSelector: '!none' }],
    ['A-078', { fieldSelector: 'metadata.name!=zz' }],
  ])('%s remainingItemCount is left out with %j', async (_id, selector) => {
    const { metadata } = await list({ limit: '1', ...selector });
    expect(metadata.continue).toMatch(/./);
    expect(metadata).not.toHaveProperty('remainingItemCount');
  });

  it('A-079 remainingItemCount is left out where nothing was cut', async () => {
    for (const parameters of [{}, { limit: '5' }, { limit: '100' }]) {
      const { metadata } = await list(parameters as Record<string, string>);
      expect(metadata).not.toHaveProperty('remainingItemCount');
      expect(metadata.continue ?? '').toBe('');
    }
  });

  it('C-052 chunks are in the order of namespace, then name, by bytes', async () => {
    await makeMaps(server, maps, 'a-b', 'a.b', 'a0');
    const all = (await chunks({ limit: '3' }, '/api/v1/configmaps')).flatMap(({ items }) =>
      items.map(({ metadata }) => `${metadata.namespace}\0${metadata.name}`),
    );
    expect(all).toEqual([...new Set(all)].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y))));
    expect(names(await list({}))).toEqual(['a', 'a-b', 'a.b', 'a0', 'b', 'c', 'd', 'e']);
  });

  it('C-055 refuses a token that is none', async () => {
    const refused = await server.get(`${maps}?limit=1&continue=garbage`);
    expect(refused).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect(refused.body.message).toContain('continue key is not valid');
  });

  it('C-056 limit=0 means no limit, as does a negative one, and a limit that is not a number is refused', async () => {
    for (const limit of ['0', '-1']) {
      const all = await list({ limit });
      expect(names(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(all.metadata.continue ?? '').toBe('');
    }
    for (const limit of ['abc', '1.5', '1e1', '0x10', '%201', '9'.repeat(20)])
      expect((await server.get(`${maps}?limit=${limit}`)).code).toBe(400);
  });

  it('C-057 C-060 with a selector only the last chunk holds fewer', async () => {
    const { configMaps } = await freshNamespace(server);
    for (let at = 0; at < 10; at++) {
      const labels = at % 4 === 1 ? { a: 'b' } : {};
      await server.create(configMaps, { metadata: { name: `m${at}`, labels } });
    }
    const all = await chunks({ limit: '2', labelSelector: 'a=b' }, configMaps);
    expect(all.map(names)).toEqual([['m1', 'm5'], ['m9']]);
  });

  it('C-058 at version 0 a list may take no notice of its limit', async () => {
    const { items, metadata } = await list({ limit: '1', resourceVersion: '0' });
    expect(items).toHaveLength(metadata.continue ? 1 : 5);
  });

  it('C-059 a token is safe in a URL, and good for its collection alone', async () => {
    const token = (await list({ limit: '1' })).metadata.continue!;
    expect(token).toMatch(/^[\w-]+$/);
    for (const path of [paths.secrets, server.paths.configMaps])
      expect((await server.get(`${path}?limit=1&continue=${token}`)).code).toBe(400);
  });
});
