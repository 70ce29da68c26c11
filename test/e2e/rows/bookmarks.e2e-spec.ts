import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('watch bookmarks in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    maps = (await freshNamespace(server)).configMaps;
    await makeMaps(server, maps, 'x');
  });

  const timed = (parameters = '') => server.watch(`${maps}?watch=true&timeoutSeconds=1${parameters}`);

  it('A-062 A-063 A-064 A-065 C-050 one comes before the time is up, to who asked: of the kind, with a version to go on from, and no more', async () => {
    const [watch, ...unasked] = await Promise.all([
      timed('&allowWatchBookmarks=true'),
      timed(),
      timed('&allowWatchBookmarks=false'),
    ]);
    expect(watch.code).toBe(200);
    expect((await watch.next()).type).toBe('ADDED');
    // What others change moves the bookmark on.
    const { metadata } = await server.create(server.paths.secrets, { metadata: { generateName: 's-' } });
    const rest = await watch.rest();
    expect(rest).toEqual([
      {
        type: 'BOOKMARK',
        object: {
          kind: 'ConfigMap',
          apiVersion: 'v1',
          metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
        },
      },
    ]);
    for (const events of await Promise.all(unasked.map((other) => other.rest())))
      expect(events.map(({ type }) => type)).toEqual(['ADDED']);
    const from = rest[0]!.object.metadata.resourceVersion;
    expect(Number(from)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    const next = await server.watch(`${maps}?watch=true&resourceVersion=${from}`);
    await makeMaps(server, maps, 'y');
    expect(await next.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'y' } } });
    next.close();
  });

  it('C-051 a list takes no notice of the wish', async () =>
    expect(await server.get(`${maps}?allowWatchBookmarks=true`)).toMatchObject({
      code: 200,
      body: { kind: 'ConfigMapList' },
    }));
});
