import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('two-phase deletion in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  const make = (name: string, ...finalizers: readonly string[]) =>
    server.create(maps, { metadata: { name, finalizers } });
  const read = (name: string) => server.get(`${maps}/${name}`);
  const patch = (name: string, metadata: object) => server.merge(`${maps}/${name}`, { metadata });
  const terminating = async (name: string, ...finalizers: readonly string[]) => {
    await make(name, ...finalizers);
    expect((await server.delete(`${maps}/${name}`)).code).toBe(200);
    return (await read(name)).body;
  };

  it('A-107 a delete only marks what has finalizers', async () => {
    const { metadata } = await terminating('marked', 'x.io/a');
    expect(metadata.finalizers).toEqual(['x.io/a']);
    expect(Math.abs(Date.parse(metadata.deletionTimestamp!) - Date.now())).toBeLessThan(30_000);
  });

  it('A-108 A-110 A-111 finalizers go in any order, and the object with the last', async () => {
    await terminating('any-order', 'x.io/a', 'x.io/b');
    expect((await patch('any-order', { finalizers: ['x.io/a'] })).code).toBe(200);
    expect((await read('any-order')).body.metadata.finalizers).toEqual(['x.io/a']);
    expect((await patch('any-order', { finalizers: [] })).code).toBe(200);
    expect((await read('any-order')).code).toBe(404);
  });

  it('A-109 the order of finalizers may be changed', async () => {
    await make('reordered', 'x.io/a', 'x.io/b');
    const finalizers = ['x.io/b', 'x.io/a'];
    expect((await server.put(`${maps}/reordered`, { metadata: { name: 'reordered', finalizers } })).code).toBe(200);
    expect((await read('reordered')).body.metadata.finalizers).toEqual(finalizers);
    await server.delete(`${maps}/reordered`);
    expect((await patch('reordered', { finalizers: ['x.io/a', 'x.io/b'] })).code).toBe(200);
  });

  it('C-096 what has no finalizers is gone with the call', async () => {
    await make('plain');
    expect((await server.delete(`${maps}/plain`)).code).toBe(200);
    expect((await read('plain')).code).toBe(404);
  });

  it('C-097 no client sets, changes or takes away deletionTimestamp', async () => {
    const changed = '2001-01-01T00:00:00Z';
    const alive = await server.create(maps, { metadata: { name: 'alive', deletionTimestamp: changed } });
    expect(alive.metadata).not.toHaveProperty('deletionTimestamp');
    await patch('alive', { deletionTimestamp: changed });
    expect((await read('alive')).body.metadata).not.toHaveProperty('deletionTimestamp');
    const { metadata } = await terminating('dying', 'x.io/a');
    const answers = [
      await server.put(`${maps}/dying`, { metadata: { ...metadata, deletionTimestamp: changed } }),
      await server.put(`${maps}/dying`, { metadata: { name: 'dying', finalizers: ['x.io/a'] } }),
      await patch('dying', { deletionTimestamp: null, deletionGracePeriodSeconds: null }),
    ];
    for (const answer of answers) expect(answer.body.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp);
    expect((await read('dying')).body.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp);
  });

  it('C-098 a terminating object takes no new finalizers', async () => {
    await terminating('closed', 'x.io/a');
    const refused = await patch('closed', { finalizers: ['x.io/a', 'x.io/b'] });
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    // kube-apiserver checks the metadata of an update twice.
    expect(causes(refused)).toEqual(Array(2).fill('metadata.finalizers FieldValueForbidden'));
    expect((await read('closed')).body.metadata.finalizers).toEqual(['x.io/a']);
  });

  it('C-099 a second delete changes nothing', async () => {
    const { metadata } = await terminating('deleted-twice', 'x.io/a');
    expect((await server.delete(`${maps}/deleted-twice`)).code).toBe(200);
    expect((await read('deleted-twice')).body.metadata).toEqual(metadata);
  });

  it('C-100 deletionGracePeriodSeconds is set with deletionTimestamp', async () =>
    expect((await terminating('graceless', 'x.io/a')).metadata.deletionGracePeriodSeconds).toBe(0));

  it('C-101 watchers see the mark, then the removal', async () => {
    const { metadata } = await make('watched', 'x.io/a');
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${metadata.resourceVersion}`);
    await server.delete(`${maps}/watched`);
    const marked = await watch.next();
    expect(marked.type).toBe('MODIFIED');
    expect(marked.object.metadata.deletionTimestamp).toMatch(/./);
    await patch('watched', { finalizers: null });
    expect(await watch.next()).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'watched' } } });
    watch.close();
  });

  it.each([
    ['x', ['metadata.finalizers[0] FieldValueInvalid']],
    ['Bad_/x', ['metadata.finalizers FieldValueInvalid']],
    ['x.io/', Array(2).fill('metadata.finalizers FieldValueInvalid')],
  ])('C-102 refuses the finalizer %s', async (finalizer, want) => {
    const refused = await server.post(maps, { metadata: { name: 'refused', finalizers: [finalizer] } });
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(refused)).toEqual(want);
  });

  it.each(['orphan', 'foregroundDeletion'])('C-102 takes the finalizer %s', async (finalizer) =>
    expect((await make(`with-${finalizer.toLowerCase()}`, finalizer)).metadata.finalizers).toEqual([finalizer]),
  );
});
