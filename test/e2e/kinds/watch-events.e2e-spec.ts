import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { query, ResourceServer } from '../../support/resource-fixtures.js';

// Left: D-133 for protobuf (protobuf.e2e-spec.ts), D-135 for bookmarks by the minute. D-131 below the history:
// limits.e2e-spec.ts. D-137: web-socket.spec.ts.
describe.each(VOCABULARY_NAMES)('watch events in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  /** What one test makes carries a label of its own. */
  const make = (of: string, name: string, metadata: object = {}) =>
    server.create(maps, { metadata: { name, labels: { of }, ...metadata } });
  const watch = (of: string, parameters: Record<string, string> = {}) =>
    server.watch(maps + query({ watch: 'true', labelSelector: `of=${of}`, ...parameters }));
  const now = async () => (await server.get(maps)).body.metadata.resourceVersion;

  it('B-174 B-175 B-178 D-129 D-133 sends a create, an update and a delete, each as a line of JSON', async () => {
    const stream = await watch('life', { resourceVersion: await now() });
    expect(stream.headers).toMatchObject({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const made = await make('life', 'life');
    expect(await stream.next()).toEqual({ type: 'ADDED', object: made });
    const put = await server.put(`${maps}/life`, { ...made, data: { a: '1' } });
    expect(await stream.next()).toEqual({ type: 'MODIFIED', object: put.body });
    await server.delete(`${maps}/life`);
    const removed = await stream.next();
    expect(removed).toMatchObject({
      type: 'DELETED',
      object: { data: { a: '1' }, metadata: { uid: made.metadata.uid } },
    });
    const version = Number(removed.object.metadata.resourceVersion);
    expect(version).toBeGreaterThan(Number(put.body.metadata.resourceVersion));
    stream.close();
  });

  it('B-179 sends an apply to an existing object as MODIFIED, and one that changes nothing not at all', async () => {
    const made = await make('applied', 'applied');
    const stream = await watch('applied', { resourceVersion: made.metadata.resourceVersion });
    const apply = (data: object) =>
      server.send(
        'PATCH',
        `${maps}/applied?fieldManager=tester`,
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data },
        { headers: { 'content-type': 'application/apply-patch+yaml' } },
      );
    const first = await apply({ a: '1' });
    expect(await stream.next()).toEqual({ type: 'MODIFIED', object: first.body });
    await apply({ a: '1' });
    const last = await apply({ a: '2' });
    expect(await stream.next()).toEqual({ type: 'MODIFIED', object: last.body });
    stream.close();
  });

  it.each([
    ['B-176', 'no version', {}],
    ['B-177', 'version 0', { resourceVersion: '0' }],
  ])('%s begins with what is there when it names %s', async (id, _what, parameters) => {
    const of = id.toLowerCase();
    for (const name of ['a', 'b', 'c']) await make(of, `${of}-${name}`);
    const stream = await watch(of, parameters as Record<string, string>);
    expect((await stream.take(3)).map(({ type, object }) => `${type} ${object.metadata.name}`).sort()).toEqual(
      ['a', 'b', 'c'].map((name) => `ADDED ${of}-${name}`),
    );
    stream.close();
  });

  it('D-130 sends a delete that waits for finalizers as MODIFIED, and its end as DELETED', async () => {
    const made = await make('held', 'held', { finalizers: ['x.io/a'] });
    const stream = await watch('held', { resourceVersion: made.metadata.resourceVersion });
    await server.delete(`${maps}/held`);
    const waiting = await stream.next();
    expect(waiting.type).toBe('MODIFIED');
    expect(waiting.object.metadata.deletionTimestamp).toBeDefined();
    await server.merge(`${maps}/held`, { metadata: { finalizers: null } });
    expect(await stream.next()).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'held' } } });
    stream.close();
  });

  it('D-132 sends objects that begin or cease to match as ADDED and DELETED', async () => {
    const made = await make('other', 'matching');
    const stream = await watch('matched', { resourceVersion: made.metadata.resourceVersion });
    const label = (of: string) => server.merge(`${maps}/matching`, { metadata: { labels: { of } } });
    await label('matched');
    expect(await stream.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'matching' } } });
    await server.merge(`${maps}/matching`, { data: { a: '1' } });
    expect(await stream.next()).toMatchObject({ type: 'MODIFIED', object: { data: { a: '1' } } });
    await label('other');
    expect(await stream.next()).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'matching' } } });
    await label('matched');
    expect(await stream.next()).toMatchObject({ type: 'ADDED' });
    stream.close();
  });

  it('B-180 D-136 closes the initial events with a marked bookmark of the kind and its version alone', async () => {
    const { metadata } = await make('initial', 'initial');
    const stream = await watch('initial', {
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    const [added, bookmark] = await stream.take(2);
    expect(added).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'initial' } } });
    expect(bookmark).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: {
          resourceVersion: expect.stringMatching(/^\d+$/),
          annotations: { [server.vocabulary.annotations.initialEventsEnd]: 'true' },
        },
      },
    });
    expect(Number(bookmark!.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    stream.close();
  });

  it('B-180 B-181 B-182 D-134 D-135 ends when its time is up, with a bookmark only for those who asked', async () => {
    const { metadata } = await make('timed', 'timed');
    const [asked, silent] = await Promise.all([
      watch('timed', { timeoutSeconds: '1', allowWatchBookmarks: 'true' }),
      watch('timed', { timeoutSeconds: '1' }),
    ]);
    const events = await asked.rest();
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK']);
    const { kind, metadata: at, ...rest } = events[1]!.object;
    expect([kind, rest]).toEqual(['ConfigMap', { apiVersion: 'v1' }]);
    expect(Object.keys(at)).toEqual(['resourceVersion']);
    expect(Number(at.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    expect((await silent.rest()).map(({ type }) => type)).toEqual(['ADDED']);
  });

  it('D-138 sends a Table in every event on request, with columns in the first alone', async () => {
    await make('table', 'table-a');
    await make('table', 'table-b');
    const accept = `application/json;as=Table;v=v1;g=${server.vocabulary.groups.meta}`;
    const stream = await server.watch(maps + query({ watch: 'true', labelSelector: 'of=table' }), { accept });
    const initial = await stream.take(2);
    await server.merge(`${maps}/table-b`, { data: { a: '1' } });
    await server.delete(`${maps}/table-a`);
    const [first, ...others] = [...initial, ...(await stream.take(2))];
    expect([first!, ...others].map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'MODIFIED', 'DELETED']);
    for (const event of [first, ...others]) {
      expect(event).toMatchObject({
        type: expect.any(String),
        object: {
          kind: 'Table',
          apiVersion: `${server.vocabulary.groups.meta}/v1`,
          rows: [{ cells: expect.any(Array) }],
        },
      });
    }
    expect(first!.object['columnDefinitions']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Name', type: 'string' })]),
    );
    for (const { object } of others) expect(object['columnDefinitions'] ?? []).toEqual([]);
    const names = [first!, ...others].map(({ object }) => (object['rows'] as { cells: unknown[] }[])[0]!.cells[0]);
    expect(names).toEqual(['table-a', 'table-b', 'table-b', 'table-a']);
    stream.close();
  });
});
