import { Readable } from 'node:stream';
import { mostPerTurn } from '@orch/testing';
import type { ApiClient, ApiRequest } from './api-client.js';
import { HttpWatches } from './http-watches.js';

const WATCH = { watch: 'x', path: '/api/v1/configmaps?watch=true', accept: 'application/json' };
const USER = { authorization: 'Bearer a' };

describe('many watches of a stream', () => {
  let sent: ApiRequest[];
  const api = {
    send: (request: ApiRequest) => {
      sent.push(request);
      return Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from([]) });
    },
  } as unknown as ApiClient;
  let watches: HttpWatches;
  beforeEach(() => {
    sent = [];
    watches = new HttpWatches(api);
  });
  const openWith = (closing: readonly AbortController[]) =>
    closing.map(({ signal }) => watches.open(WATCH, USER, signal));
  const controllers = (count: number) => Array.from({ length: count }, () => new AbortController());

  it('start in several turns of the event loop', async () => {
    expect(await mostPerTurn(openWith(controllers(40)))).toBeLessThanOrEqual(8);
    expect(sent).toHaveLength(40);
  });

  it('end in several turns of the event loop', async () => {
    const closing = controllers(40);
    await Promise.all(openWith(closing));
    const ended = sent.map(({ signal }) => new Promise((end) => signal!.addEventListener('abort', end)));
    for (const watch of closing) watch.abort();
    expect(await mostPerTurn(ended)).toBeLessThanOrEqual(8);
  });

  it('do not start after they were closed', async () => {
    const closing = controllers(40);
    const settled = Promise.allSettled(openWith(closing));
    for (const watch of closing) watch.abort();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    expect(sent).toHaveLength(0);
  });

  it('of one user do not wait for all of another', async () => {
    const many = openWith(controllers(40));
    await watches.open(WATCH, { authorization: 'Bearer b' }, new AbortController().signal);
    expect(sent.length).toBeLessThanOrEqual(8);
    await Promise.all(many);
  });
});
