import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { query, ResourceServer } from '../../support/resource-fixtures.js';
import type { StreamedEvent } from '../../support/watch-stream.js';

// Initial events (C-044 to C-048) are in initial-events.e2e-spec.ts, expiry (A-059 to A-061, C-031) and C-034 in short-limits.
// Left: C-030 (no client here stalls long enough; libs/registry asserts it), C-040 (WebSocket).
describe.each(VOCABULARY_NAMES)('list then watch in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    maps = (await freshNamespace(server)).configMaps;
  });

  const version = async () => (await server.get(maps)).body.metadata.resourceVersion;
  const change = (name: string, value: string) => server.merge(`${maps}/${name}`, { data: { a: value } });
  const summary = ({ type, object }: StreamedEvent) => `${type} ${object.metadata.name}`;

  it('A-050 an object has a version, and it is text', async () => {
    await makeMaps(server, maps, 'x');
    const { resourceVersion } = (await server.get(`${maps}/x`)).body.metadata;
    expect(typeof resourceVersion).toBe('string');
    expect(resourceVersion).not.toBe('');
  });

  it('A-051 a collection has the version of the moment', async () => {
    const before = await version();
    expect(before).toMatch(/./);
    await makeMaps(server, maps, 'x');
    expect(await version()).not.toBe(before);
  });

  it('A-052 a watch from the version of a list misses nothing', async () => {
    await makeMaps(server, maps, 'x');
    const from = await version();
    await makeMaps(server, maps, 'y');
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${from}`);
    expect(summary(await watch.next())).toBe('ADDED y');
    watch.close();
  });

  it('A-053 A-054 a watch is a chunked stream of JSON documents of type and object', async () => {
    const watch = await server.watch(`${maps}?watch=true`);
    expect(watch).toMatchObject({
      code: 200,
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    // Each comes while the stream is open: it was flushed.
    for (const name of ['a', 'b']) {
      await makeMaps(server, maps, name);
      const event = await watch.next();
      expect(Object.keys(event).sort()).toEqual(['object', 'type']);
      expect(summary(event)).toBe(`ADDED ${name}`);
    }
    watch.close();
  });

  it('A-055 A-056 C-029 creates, updates and deletes are sent with the whole object', async () => {
    const watch = await server.watch(`${maps}?watch=true`);
    const made = await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' } });
    expect(await watch.next()).toEqual({ type: 'ADDED', object: made });
    const changed = (await change('x', '2')).body;
    expect(changed.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
    expect(await watch.next()).toEqual({ type: 'MODIFIED', object: changed });
    await server.delete(`${maps}/x`);
    const { type, object } = await watch.next();
    expect({ type, data: object.data, name: object.metadata.name }).toEqual({
      type: 'DELETED',
      data: { a: '2' },
      name: 'x',
    });
    expect(Number(object.metadata.resourceVersion)).toBeGreaterThan(Number(changed.metadata.resourceVersion));
    watch.close();
  });

  it('A-057 only changes after the version are sent', async () => {
    await makeMaps(server, maps, 'a', 'b');
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${await version()}`);
    await makeMaps(server, maps, 'c');
    expect(summary(await watch.next())).toBe('ADDED c');
    watch.close();
  });

  it('A-058 a watch that was cut goes on after the last version received', async () => {
    const first = await server.watch(`${maps}?watch=true`);
    await makeMaps(server, maps, 'a', 'b');
    const [, last] = await first.take(2);
    first.close();
    await change('a', '1');
    await makeMaps(server, maps, 'c');
    const second = await server.watch(`${maps}?watch=true&resourceVersion=${last!.object.metadata.resourceVersion}`);
    expect((await second.take(2)).map(summary)).toEqual(['MODIFIED a', 'ADDED c']);
    second.close();
  });

  it('C-032 each of 100 rapid changes is sent once, in order', async () => {
    await makeMaps(server, maps, 'x');
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${await version()}`);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => change('x', String(at))));
    const events = await watch.take(100);
    watch.close();
    const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions)).toEqual(new Set(answers.map(({ body }) => Number(body.metadata.resourceVersion))));
    expect(events.at(-1)!.object).toEqual((await server.get(`${maps}/x`)).body);
  });

  it('C-033 timeoutSeconds ends a watch cleanly', async () => {
    await makeMaps(server, maps, 'x');
    const watch = await server.watch(`${maps}?watch=true&timeoutSeconds=1`);
    expect(watch.code).toBe(200);
    expect((await watch.rest()).map(summary)).toEqual(['ADDED x']);
  });

  it('C-035 watch may be bare, 1 or true', async () => {
    await makeMaps(server, maps, 'x');
    for (const parameter of ['watch', 'watch=1', 'watch=true']) {
      const watch = await server.watch(`${maps}?${parameter}`);
      expect(summary(await watch.next())).toBe('ADDED x');
      watch.close();
    }
  });

  it.each(['watch=0', 'watch=false'])('C-035 %s is a list', async (parameter) =>
    expect(await server.get(`${maps}?${parameter}`)).toMatchObject({ code: 200, body: { kind: 'ConfigMapList' } }),
  );

  it.each([
    ['a field selector', '?watch=true&fieldSelector=metadata.name%3Dx'],
    ['the path of an item', '/x?watch=true'],
  ])('C-036 %s narrows a watch to one object', async (_what, suffix) => {
    await makeMaps(server, maps, 'x', 'y');
    const watch = await server.watch(maps + suffix);
    expect(summary(await watch.next())).toBe('ADDED x');
    await change('y', '1');
    await change('x', '1');
    expect(summary(await watch.next())).toBe('MODIFIED x');
    watch.close();
  });

  it('C-037 what begins to match is added, what ceases to match is deleted', async () => {
    const label = (value: string) => server.merge(`${maps}/x`, { metadata: { labels: { a: value } } });
    await server.create(maps, { metadata: { name: 'x', labels: { a: '1' } } });
    const watch = await server.watch(maps + query({ watch: 'true', labelSelector: 'a=1' }));
    expect(summary(await watch.next())).toBe('ADDED x');
    await label('2');
    expect(summary(await watch.next())).toBe('DELETED x');
    await label('1');
    expect(summary(await watch.next())).toBe('ADDED x');
    watch.close();
  });

  it('C-038 the old watch path is a watch', async () => {
    await makeMaps(server, maps, 'x', 'y');
    const old = maps.replace('/api/v1/', '/api/v1/watch/');
    const all = await server.watch(old);
    expect((await all.take(2)).map(summary).sort()).toEqual(['ADDED x', 'ADDED y']);
    all.close();
    const one = await server.watch(`${old}/y`);
    expect(summary(await one.next())).toBe('ADDED y');
    one.close();
  });

  it('C-039 stream=watch may stand in Accept', async () => {
    await makeMaps(server, maps, 'x');
    const json = await server.watch(`${maps}?watch=true`, { accept: 'application/json;stream=watch' });
    expect(json).toMatchObject({ code: 200, headers: { 'content-type': 'application/json' } });
    expect(summary(await json.next())).toBe('ADDED x');
    json.close();
  });

  it('C-039 a protobuf watch comes in frames that tell their length', async () => {
    await makeMaps(server, maps, 'x');
    const accept = `${server.vocabulary.mediaTypes.protobuf};stream=watch`;
    const watch = await server.watch(`${maps}?watch=true`, { accept });
    expect(watch).toMatchObject({ code: 200, headers: { 'content-type': accept } });
    let bytes = Buffer.alloc(0);
    for await (const piece of watch.stream) {
      bytes = Buffer.concat([bytes, piece as Buffer]);
      if (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE(0)) break;
    }
    expect(bytes.readUInt32BE(0)).toBe(bytes.length - 4);
    expect(bytes.includes('ADDED')).toBe(true);
  });

  it('C-041 refuses a version that is none', async () => {
    const refused = await server.get(`${maps}?watch=true&resourceVersion=abc`);
    expect([400, 422]).toContain(refused.code);
    expect(refused.body).toMatchObject({ kind: 'Status', code: refused.code });
  });

  it('C-042 an update that changes nothing sends no event', async () => {
    await makeMaps(server, maps, 'x');
    const current = (await server.get(`${maps}/x`)).body;
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${current.metadata.resourceVersion}`);
    const put = await server.put(`${maps}/x`, current);
    expect(put).toMatchObject({ code: 200, body: { metadata: current.metadata } });
    await makeMaps(server, maps, 'y');
    expect(summary(await watch.next())).toBe('ADDED y');
    watch.close();
  });

  it('C-043 who may not watch is refused before anything is sent', async () => {
    const refused = await server.get(`${maps}?watch=true`, { as: 'anonymous' });
    expect(refused).toMatchObject({ code: 403, body: { kind: 'Status', reason: 'Forbidden' } });
    expect(refused.body.message).toContain('cannot watch resource "configmaps"');
    expect(refused.headers['transfer-encoding']).toBeUndefined();
  });
});
