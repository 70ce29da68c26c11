import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';

// Part of the rows of the Table representation.
describe.each(VOCABULARY_NAMES)('partial metadata in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  let apiVersion: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
    maps = server.paths.configMaps;
    apiVersion = `${server.vocabulary.groups.meta}/v1`;
    await server.create(maps, { metadata: { name: 'x', labels: { a: 'b' } }, data: { a: '1' } });
  });
  afterAll(() => server?.stop());

  const wish = (as: string) => ({ accept: `application/json;as=${as};g=${server.vocabulary.groups.meta};v=v1` });

  it('C-081 an item can be had without its content', async () => {
    const { code, body } = await server.get(`${maps}/x`, { headers: wish('PartialObjectMetadata') });
    const { metadata } = (await server.get(`${maps}/x`)).body;
    expect({ code, body }).toEqual({ code: 200, body: { kind: 'PartialObjectMetadata', apiVersion, metadata } });
  });

  it('C-081 a collection can be had without its content', async () => {
    const { code, body } = await server.get(maps, { headers: wish('PartialObjectMetadataList') });
    expect({ code, kind: body.kind, apiVersion: body.apiVersion }).toEqual({
      code: 200,
      kind: 'PartialObjectMetadataList',
      apiVersion,
    });
    expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['x']);
    for (const item of body.items) expect(item).not.toHaveProperty('data');
  });

  it('C-082 a watch can be had without the content', async () => {
    const watch = await server.watch(`${maps}?watch=true`, wish('PartialObjectMetadata'));
    const { type, object } = await watch.next();
    watch.close();
    expect({ type, kind: object.kind, apiVersion: object.apiVersion, name: object.metadata.name }).toEqual({
      type: 'ADDED',
      kind: 'PartialObjectMetadata',
      apiVersion,
      name: 'x',
    });
    expect(object).not.toHaveProperty('data');
  });
});
