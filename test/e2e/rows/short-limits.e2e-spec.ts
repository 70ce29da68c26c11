import { resolve } from 'node:path';
import { runCommand } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { makeMaps } from '../../support/fresh-namespace.js';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import type { StreamedEvent } from '../../support/watch-stream.js';

const DEADLINE_MS = 30_000;
const ORCH = resolve(__dirname, '../../../bin/orch.js');

// Compaction and time limits of a server: rows of change detection, chunked lists and resource versions that need a short history.
describe.each(VOCABULARY_NAMES)('short limits in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  /** First chunk of the list before the compacted changes. */
  let first: Body;
  let old: string;
  let young: string[];
  /** A watch that named no end, to its end. */
  let endless: StreamedEvent[];
  let help: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--watch-history=1s', '--min-request-timeout=1s'] });
    maps = server.paths.configMaps;
    await makeMaps(server, maps, 'a', 'b', 'c');
    first = (await server.get(`${maps}?limit=1`)).body;
    old = first.metadata.resourceVersion;
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${old}`);
    await makeMaps(server, maps, 'd', 'e');
    young = (await watch.take(2)).map(({ type, object }) => `${type} ${object.metadata.name}`);
    watch.close();
    const unlimited = await server.watch(`${maps}?watch=true&resourceVersion=0`);
    const [received] = await Promise.all([unlimited.rest(), compacted()]);
    endless = received;
    help = (await runCommand(process.execPath, [ORCH, 'apiserver', '--help'])).stdout;
  });
  afterAll(() => server?.stop());

  /** A watch from `old` that was accepted ends after a second, so asking again needs no pause. */
  const watchOld = async () =>
    (await server.watch(`${maps}?watch=true&timeoutSeconds=1&resourceVersion=${old}`)).rest();
  const compacted = async () => {
    const deadline = Date.now() + DEADLINE_MS;
    for (let events: StreamedEvent[]; (events = await watchOld())[0]?.type !== 'ERROR';) {
      if (Date.now() > deadline)
        throw new Error(`version ${old} was not compacted; received: ${JSON.stringify(events)}`);
    }
  };

  it('A-059 history is kept for a while, 5 minutes by default', async () => {
    expect(young).toEqual(['ADDED d', 'ADDED e']);
    expect(await watchOld()).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
    expect(help).toMatch(/--watch-history\b[^\n]*5m|--watch-history\b[^\n]*\n[^\n]*5m/);
  });

  it('A-060 C-030 C-031 a watch from a compacted version sends 410 Expired as its only event', async () => {
    const events = await watchOld();
    expect(events).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } }]);
    expect(events[0]!.object).toHaveProperty(
      'message',
      expect.stringMatching(new RegExp(`^too old resource version: ${old} \\(\\d+\\)$`)),
    );
  });

  it('A-061 a new list and a watch from it go on', async () => {
    const list = await server.get(maps);
    expect(list.code).toBe(200);
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${list.body.metadata.resourceVersion}`);
    expect(watch.code).toBe(200);
    const { metadata } = await server.create(maps, { metadata: { generateName: 'later-' } });
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: metadata.name } } });
    watch.close();
  });

  it('A-073 A-074 C-053 an expired continue token is answered with 410 and a token for the newest version', async () => {
    const { code, body } = await server.get(`${maps}?limit=2&continue=${first.metadata.continue}`);
    expect({ code, reason: body.reason, inBody: body.code }).toEqual({ code: 410, reason: 'Expired', inBody: 410 });
    expect(body.message).toMatch(/^The provided continue parameter is too old/);
    expect(body.metadata.continue).toMatch(/./);
    expect((await server.get(maps)).body.items.length).toBeGreaterThanOrEqual(5);
  });

  it('C-054 the token of a 410 goes on behind the same key, in the newest state', async () => {
    const { metadata } = (await server.get(`${maps}?limit=2&continue=${first.metadata.continue}`)).body;
    const chunk = await server.get(`${maps}?limit=2&continue=${metadata.continue}`);
    expect(chunk.code).toBe(200);
    expect(first.items.map((item) => item.metadata.name)).toEqual(['a']);
    expect(chunk.body.items.map((item) => item.metadata.name)).toEqual(['b', 'c']);
    expect(Number(chunk.body.metadata.resourceVersion)).toBeGreaterThan(Number(old));
    const next = await server.get(`${maps}?limit=2&continue=${chunk.body.metadata.continue}`);
    expect(next.body.items.map((item) => item.metadata.name)).toEqual(['d', 'e']);
  });

  it('A-206 a compacted version is not listed', async () => {
    for (const parameters of [`resourceVersionMatch=Exact&resourceVersion=${old}`, `limit=1&resourceVersion=${old}`])
      expect(await server.get(`${maps}?${parameters}`)).toMatchObject({ code: 410, body: { reason: 'Expired' } });
  });

  it('C-034 D-134 a watch without timeoutSeconds ends, by default after at least 30 minutes', () => {
    expect(endless.map(({ type }) => type)).toEqual(Array<string>(5).fill('ADDED'));
    expect(help).toMatch(/--min-request-timeout\b[^\n]*30m|--min-request-timeout\b[^\n]*\n[^\n]*30m/);
  });
});
