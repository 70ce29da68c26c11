import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { minimalObjects } from '../../support/minimal-objects.js';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { servedResources } from '../../support/served-resources.js';

describe.each(VOCABULARY_NAMES)('collections in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  /** A list of every kind, each with an object in it. */
  let lists: { readonly kind: string; readonly groupVersion: string; readonly body: Body }[];

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
    for (const [path, object] of await minimalObjects(server.vocabulary, server.paths, 't1'))
      await server.create(path, object);
    // What cannot be made is computed, and no object in all respects.
    const served = (await servedResources(server)).filter(
      ({ verbs }) => verbs.includes('list') && verbs.includes('create'),
    );
    lists = await Promise.all(
      served.map(async ({ kind, groupVersion, path }) => ({ kind, groupVersion, body: (await server.get(path)).body })),
    );
  });
  afterAll(() => server?.stop());

  it('A-082 A-085 the kind of a list is that of its items and List', async () => {
    expect(lists.length).toBeGreaterThanOrEqual(17);
    for (const { kind, groupVersion, body } of lists)
      expect({ kind: body.kind, apiVersion: body.apiVersion }).toEqual({
        kind: `${kind}List`,
        apiVersion: groupVersion,
      });
  });

  it('A-083 C-062 items are of the kind, and leave its name to the list', () => {
    for (const { body } of lists) {
      expect(body.items).not.toEqual([]);
      for (const item of body.items) {
        expect(item.metadata.uid).toMatch(/./);
        expect(item).not.toHaveProperty('kind');
        expect(item).not.toHaveProperty('apiVersion');
      }
    }
    const maps = lists.find(({ kind }) => kind === 'ConfigMap')!.body.items;
    expect(maps.map(({ metadata }) => metadata.name)).toEqual(['minimal']);
  });

  it('A-084 a list is kind, apiVersion, metadata and items', () => {
    for (const { body } of lists) expect(Object.keys(body).sort()).toEqual(['apiVersion', 'items', 'kind', 'metadata']);
  });

  it('C-061 an empty list has no items, and says so', async () => {
    const { configMaps } = await freshNamespace(server);
    expect((await server.get(configMaps)).body.items).toEqual([]);
  });
});
