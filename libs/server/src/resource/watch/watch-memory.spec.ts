import { ApiError } from '@orch/apimachinery';
import { SelectorMemory } from './selector-memory.js';

const request = (username: string, selector: string, groups: string[] = ['system:authenticated']) => ({
  query: new URLSearchParams({ labelSelector: selector }),
  user: { username, groups },
  impersonator: undefined,
  raw: { socket: {} } as never,
});
const LONG = 'x'.repeat(10_000);

describe('SelectorMemory', () => {
  const refusal = expect.objectContaining({ reason: 'TooManyRequests' }) as ApiError;

  it('does not count short selectors', () => {
    const memory = new SelectorMemory(1);
    for (let i = 0; i < 10; i++) memory.reserve(request('jane', 'app=web'));
  });

  it('limits what a user holds to a quarter, until it is released', () => {
    const memory = new SelectorMemory(4 * 2 * 240_000);
    const first = memory.reserve(request('jane', LONG));
    memory.reserve(request('jane', LONG));
    expect(() => memory.reserve(request('jane', LONG))).toThrow(refusal);
    memory.reserve(request('joe', LONG));
    first();
    memory.reserve(request('jane', LONG));
  });

  it('limits what all users hold, but not administrators', () => {
    const memory = new SelectorMemory(4 * 240_000);
    for (const user of ['a', 'b', 'c', 'd']) memory.reserve(request(user, LONG));
    expect(() => memory.reserve(request('e', LONG))).toThrow(refusal);
    memory.reserve(request('admin', LONG, ['system:masters']));
  });
});
