import { FakeApiServer, sendStatus, type SeenRequest } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { Client } from '../client.js';
import { rewriteObjects, type RewriteCounts } from './rewrite-objects.js';

const maps = { group: '', version: 'v1', resource: 'configmaps' };
const path = (name: string) => `/api/v1/namespaces/n/configmaps/${name}`;
const isWriteOf =
  (name: string) =>
  (request: SeenRequest): boolean =>
    request.method === 'PATCH' && request.path === path(name);

describe('rewriteObjects', () => {
  let server: FakeApiServer;
  let client: Client;

  beforeEach(async () => {
    server = await FakeApiServer.start();
    const configuration = { server: server.url, tls: {}, credentials: { type: 'none' as const }, namespace: 'default' };
    client = new Client({ vocabulary: vocabularies.orch, configuration });
    for (const name of ['a', 'b', 'c', 'd', 'e']) server.put(path(name), {});
  });
  afterEach(async () => {
    await client.close();
    await server.stop();
  });
  const patched = () =>
    server.requests.filter(({ method }) => method === 'PATCH').map((request) => request.path.at(-1));

  it('counts what became of the objects, page by page, and goes on at a token', async () => {
    server.fail(
      { when: isWriteOf('a'), answer: (response) => sendStatus(response, 409, 'Conflict') },
      { when: isWriteOf('b'), answer: (response) => sendStatus(response, 404, 'NotFound') },
    );
    const pages: [RewriteCounts, string | undefined][] = [];
    const onPage = (...page: [RewriteCounts, string | undefined]) => void pages.push(page);
    const counts = await rewriteObjects(client, maps, { pageSize: 2, concurrency: 1, onPage });
    expect(counts).toEqual({ rewritten: 0, unchanged: 3, changed: 1, deleted: 1 });
    expect(pages.map(([{ unchanged }, token]) => [unchanged, token !== undefined])).toEqual([
      [0, true],
      [2, true],
      [3, false],
    ]);
    server.requests.length = 0;
    await rewriteObjects(client, maps, { pageSize: 2, concurrency: 1, continueToken: pages[1]![1] });
    expect(patched()).toEqual(['e']);
  });

  it('ends at the first write that is refused, and names its object', async () => {
    server.fail({ when: isWriteOf('b'), answer: (response) => sendStatus(response, 403, 'Forbidden') });
    await expect(rewriteObjects(client, maps, { pageSize: 10, concurrency: 1 })).rejects.toMatchObject({
      name: 'RewriteError',
      message: 'n/b: it is Forbidden',
      object: { namespace: 'n', name: 'b' },
      cause: { reason: 'Forbidden' },
    });
    expect(patched()).toEqual(['a', 'b']);
  });

  it('ends when it is aborted', async () => {
    const stopping = new AbortController();
    server.fail({ when: isWriteOf('b'), answer: () => stopping.abort(new Error('enough')) });
    const { signal } = stopping;
    await expect(rewriteObjects(client, maps, { pageSize: 10, concurrency: 1, signal })).rejects.toThrow('enough');
    expect(patched()).toEqual(['a', 'b']);
  });
});
