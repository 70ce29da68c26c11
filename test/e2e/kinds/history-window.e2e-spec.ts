import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { query, ResourceServer, type Answer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('history window in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--watch-history=1s', '--watch-cache-bytes=0'] });
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  /** Writes on until the answer is another than 200: history is as long as the flag says, and moves with writes. */
  const untilRefused = async (call: () => Promise<Answer>): Promise<Answer> => {
    for (let round = 0; ; round++) {
      await server.merge(`${maps}/moving`, { data: { round: String(round) } });
      const answer = await call();
      if (answer.code !== 200) return answer;
    }
  };

  it('B-312 B-313 B-314 D-131 C-269 versions, chunks and watches of it are answered with 410', async () => {
    for (const name of ['moving', 'still']) await server.create(maps, { metadata: { name } });
    const { metadata } = (await server.get(`${maps}?limit=1`)).body;
    const { resourceVersion } = metadata;
    const exact = query({ resourceVersion, resourceVersionMatch: 'Exact' });
    const gone = { code: 410, body: { kind: 'Status', reason: 'Expired', code: 410 } };
    expect(await untilRefused(() => server.get(maps + exact))).toMatchObject(gone);
    expect(await server.get(maps + query({ limit: '1', continue: metadata.continue! }))).toMatchObject(gone);

    const watch = await server.watch(maps + query({ watch: 'true', resourceVersion }));
    expect(watch.code).toBe(200);
    expect(await watch.rest()).toEqual([{ type: 'ERROR', object: expect.objectContaining(gone.body) }]);
  });
});
