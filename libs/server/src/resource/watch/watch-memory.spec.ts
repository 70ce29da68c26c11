import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { ApiError } from '@orch/apimachinery';
import { WatchMemory } from './watch-memory.js';

const request = (
  username: string,
  selector: string,
  groups: string[] = ['system:authenticated'],
  rawHeaders: readonly string[] = [],
) => ({
  query: new URLSearchParams({ labelSelector: selector }),
  user: { username, groups },
  impersonator: undefined,
  raw: { socket: {}, rawHeaders } as never,
  reply: new PassThrough() as unknown as ServerResponse,
});
const LONG = 'x'.repeat(10_000);

describe('WatchMemory', () => {
  const refusal = expect.objectContaining({ reason: 'TooManyRequests' }) as ApiError;

  it('does not count short selectors', () => {
    const memory = new WatchMemory(1);
    for (let i = 0; i < 10; i++) memory.reserve(request('jane', 'app=web'));
  });

  it('counts selectors of dozens of requirements', () => {
    const selector = Array.from({ length: 45 }, (_, n) => `k${n}!=v`).join();
    const memory = new WatchMemory(4 * 10_000);
    memory.reserve(request('jane', selector));
    expect(() => memory.reserve(request('jane', selector))).toThrow(refusal);
  });

  it('limits what a user holds to a quarter, until answers close', async () => {
    const memory = new WatchMemory(4 * 2 * 240_000);
    const first = request('jane', LONG);
    memory.reserve(first);
    memory.reserve(request('jane', LONG));
    expect(() => memory.reserve(request('jane', LONG))).toThrow(refusal);
    memory.reserve(request('joe', LONG));
    first.reply.destroy();
    await once(first.reply, 'close');
    memory.reserve(request('jane', LONG));
  });

  it('does not count a watch whose client left before it', async () => {
    const memory = new WatchMemory(4 * 240_000);
    const left = request('jane', LONG);
    left.reply.destroy();
    await once(left.reply, 'close');
    memory.reserve(left);
    memory.reserve(request('jane', LONG));
  });

  it('counts headers, but for those of usual clients', () => {
    const memory = new WatchMemory(4 * 100_000);
    const headers = (count: number) => Array.from({ length: count }, (_, n) => [`x-${n}`, 'value']).flat();
    for (let n = 0; n < 100; n++) memory.reserve(request('jane', 'app=web', undefined, headers(30)));
    memory.reserve(request('jane', 'app=web', undefined, headers(500)));
    expect(() => memory.reserve(request('jane', 'app=web', undefined, headers(500)))).toThrow(refusal);
  });

  it('limits what all users hold, but not administrators', () => {
    const memory = new WatchMemory(4 * 240_000);
    for (const user of ['a', 'b', 'c', 'd']) memory.reserve(request(user, LONG));
    expect(() => memory.reserve(request('e', LONG))).toThrow(refusal);
    memory.reserve(request('admin', LONG, ['system:masters']));
  });
});
