import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { mostPerTurn } from '@orch/testing';
import { InProcessWatches } from './in-process-watches.js';

const PATH = '/api/v1/configmaps?watch=true';

describe('many watches of a stream', () => {
  const credentials = Object.assign(new Readable({ read: () => undefined }), {
    headers: {},
    rawHeaders: [],
    httpVersionMajor: 1,
    socket: {},
  }) as unknown as IncomingMessage;
  let replies: ServerResponse[];
  const watches = new InProcessWatches((_, reply) => {
    replies.push(reply);
    reply.writeHead(200);
  });
  const open = (signal: AbortSignal) =>
    watches.open({ watch: 'x', path: PATH, accept: 'application/json' }, credentials, signal);
  beforeEach(() => (replies = []));

  it('start in several turns of the event loop', async () => {
    const opened = Array.from({ length: 100 }, () => open(new AbortController().signal));
    expect(await mostPerTurn(opened)).toBeLessThanOrEqual(64); // 32, and the heads come in a later phase of it
    expect(replies).toHaveLength(100);
  });

  it('end in several turns of the event loop', async () => {
    const closing = Array.from({ length: 100 }, () => new AbortController());
    await Promise.all(closing.map(({ signal }) => open(signal)));
    const closed = replies.map((reply) => once(reply, 'close'));
    for (const watch of closing) watch.abort();
    expect(await mostPerTurn(closed)).toBeLessThanOrEqual(64); // 32, and replies close in a later phase of it
  });

  it('do not start after they were closed', async () => {
    const closing = new AbortController();
    const opened = Array.from({ length: 100 }, () => open(closing.signal));
    const settled = Promise.allSettled(opened);
    closing.abort();
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(100);
    expect(replies.length).toBeLessThanOrEqual(32);
  });
});
