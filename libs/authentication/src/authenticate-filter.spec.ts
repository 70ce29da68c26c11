import type { UserInfo } from '@orch/api';
import type { ServerRequest } from '@orch/http';
import { mostPerTurn } from '@orch/testing';
import { authenticate } from './authenticate-filter.js';
import { InvalidCredential } from './authenticator.js';

/** Of one network: in the phase of the event loop for timers, and in that for immediates. */
const MOST_PER_TURN = 64;

/** Hundreds of requests that wait for the same user. */
function waiting(user: Promise<UserInfo>): Promise<void>[] {
  const handle = authenticate([{ name: 'slow', authenticate: () => user }])(() => undefined);
  return Array.from({ length: 300 }, async () =>
    handle({ raw: { socket: { remoteAddress: '192.0.2.1' } } } as unknown as ServerRequest),
  );
}

describe('requests that wait for one authentication', () => {
  it('continue in several turns of the event loop', async () => {
    const requests = waiting(Promise.resolve({ username: 'jane', groups: [] }));
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(MOST_PER_TURN);
    expect((await Promise.allSettled(requests)).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('are refused in several turns of the event loop', async () => {
    const requests = waiting(Promise.reject(new InvalidCredential('unknown')));
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(MOST_PER_TURN);
    await expect(requests[0]).rejects.toMatchObject({ code: 401 });
  });
});
