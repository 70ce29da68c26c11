import { Agent, request } from 'undici';
import { loadClientConfiguration } from '@orch/client';
import { runOrch, temporaryDirectory, type OrchProcess, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { WatchReader } from '../support/watch-reader.js';

const ROUNDS = 20;
const WRITERS = 64;
/** Acknowledged writes of a round before the server is killed. */
const WRITES_PER_ROUND = 400;
const CM = '/api/v1/namespaces/default/configmaps';

interface Acknowledged {
  readonly name: string;
  readonly resourceVersion: string;
}

describe('kill -9 of the API server under 64 writers', () => {
  let directory: TemporaryDirectory;
  let server: OrchProcess;
  let url: string;
  let agent: Agent;
  const acknowledged = new Map<string, Acknowledged>();
  const versions = new Set<string>();

  const start = async () => {
    server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${directory.path}`]);
    url = await server.ready;
    const { tls } = loadClientConfiguration({ file: `${directory.path}/admin.conf`, vocabulary: vocabularies.orch });
    agent = new Agent({ connections: WRITERS, connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  };

  beforeAll(async () => {
    directory = await temporaryDirectory();
    await start();
  });
  afterAll(async () => {
    await agent?.destroy();
    await server?.stop('SIGKILL');
    await directory?.remove();
  });

  /** Writes until the server dies. Only what was answered with 201 counts. */
  const write = async (round: number, writer: number, onWrite: () => void): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `r${round}-w${writer}-n${n}`;
      try {
        const answer = await request(url + CM, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ metadata: { name }, data: { round: String(round) } }),
        });
        const body = (await answer.body.json()) as { metadata: { resourceVersion: string } };
        if (answer.statusCode !== 201) return;
        const { resourceVersion } = body.metadata;
        if (versions.has(resourceVersion)) throw new Error(`resourceVersion ${resourceVersion} was used twice`);
        versions.add(resourceVersion);
        acknowledged.set(name, { name, resourceVersion });
        onWrite();
      } catch (error) {
        if (error instanceof Error && error.message.includes('used twice')) throw error;
        return;
      }
    }
  };

  it('A-007 A-058 loses no acknowledged write, uses no version twice, and resumes watches without loss or repeats', async () => {
    const watched = new WatchReader();
    let lastSeen = '';
    for (let round = 0; round < ROUNDS; round++) {
      const path = lastSeen === '' ? `${CM}?watch=true` : `${CM}?watch=true&resourceVersion=${lastSeen}`;
      const stream = await request(url + path, { dispatcher: agent, bodyTimeout: 0 });
      expect(stream.statusCode).toBe(200);
      const reading = watched.read(stream.body);
      await new Promise<void>((enough) => {
        let count = 0;
        const done = Promise.all(
          Array.from({ length: WRITERS }, (_, w) => write(round, w, () => ++count === WRITES_PER_ROUND && enough())),
        );
        void done.then(() => enough());
      });
      await server.stop('SIGKILL');
      await reading;
      lastSeen = watched.lastVersion;
      await agent.destroy();
      await start();
    }

    const list = await request(`${url}${CM}`, { dispatcher: agent });
    const { items, metadata } = (await list.body.json()) as {
      items: { metadata: { name: string; resourceVersion: string } }[];
      metadata: { resourceVersion: string };
    };
    const stored = new Map(items.map((item) => [item.metadata.name, item.metadata.resourceVersion]));
    for (const { name, resourceVersion } of acknowledged.values())
      expect([name, stored.get(name)]).toEqual([name, resourceVersion]);

    // The rest of the watch, up to the list's version.
    const rest = await request(
      `${url}${CM}?watch=true&resourceVersion=${lastSeen}&timeoutSeconds=1&allowWatchBookmarks=true`,
      {
        dispatcher: agent,
        bodyTimeout: 0,
      },
    );
    await watched.read(rest.body);
    const seen = watched.events.filter((event) => event.type === 'ADDED').map((event) => event.object.metadata);
    expect(seen.map((m) => Number(m.resourceVersion))).toEqual(
      [...seen.map((m) => Number(m.resourceVersion))].sort((a, b) => a - b),
    );
    const counts = new Map<string, number>();
    for (const { name } of seen) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    for (const name of stored.keys()) expect(counts.has(name)).toBe(true);
    expect(Number(metadata.resourceVersion)).toBeGreaterThanOrEqual(Math.max(...[...versions].map(Number)));
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * WRITES_PER_ROUND);
  }, 240_000);
});
