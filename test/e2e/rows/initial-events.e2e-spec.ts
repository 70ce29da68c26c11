import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Part of the rows of change detection. Left: C-049 (feature gates).
describe.each(VOCABULARY_NAMES)('initial events in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    maps = (await freshNamespace(server)).configMaps;
    await makeMaps(server, maps, 'a', 'b');
  });

  it('C-044 sends the current objects, a bookmark at their end, and then changes', async () => {
    const watch = await server.watch(
      `${maps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    );
    const initial = await watch.take(2);
    expect(initial.map(({ type, object }) => `${type} ${object.metadata.name}`).sort()).toEqual(['ADDED a', 'ADDED b']);
    const end = await watch.next();
    expect(end).toMatchObject({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        metadata: { annotations: { [server.vocabulary.annotations.initialEventsEnd]: 'true' } },
      },
    });
    const [last] = initial.map(({ object }) => Number(object.metadata.resourceVersion)).sort((x, y) => y - x);
    expect(Number(end.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(last!);
    await makeMaps(server, maps, 'c');
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'c' } } });
    watch.close();
  });

  it('C-047 sends none with sendInitialEvents=false', async () => {
    const watch = await server.watch(`${maps}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`);
    await makeMaps(server, maps, 'c');
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'c' } } });
    watch.close();
  });

  it.each([
    [
      'C-045',
      'sendInitialEvents without a match',
      'watch=true&sendInitialEvents=true',
      'resourceVersionMatch FieldValueForbidden',
    ],
    [
      'C-045',
      'sendInitialEvents with another match',
      'watch=true&sendInitialEvents=true&resourceVersion=5&resourceVersionMatch=Exact',
      'resourceVersionMatch FieldValueForbidden',
      'resourceVersionMatch FieldValueNotSupported',
    ],
    ['C-046', 'sendInitialEvents on a list', 'sendInitialEvents=true', 'sendInitialEvents FieldValueForbidden'],
    [
      'C-048',
      'a match on a plain watch',
      'watch=true&resourceVersion=5&resourceVersionMatch=NotOlderThan',
      'resourceVersionMatch FieldValueForbidden',
    ],
  ])('%s refuses %s', async (_id, _what, parameters, ...want) => {
    const refused = await server.get(`${maps}?${parameters}`);
    expect(refused).toMatchObject({
      code: 422,
      body: { reason: 'Invalid', details: { kind: 'ListOptions', group: server.vocabulary.groups.meta } },
    });
    expect(causes(refused)).toEqual(want);
  });
});
