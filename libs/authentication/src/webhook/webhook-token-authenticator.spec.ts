import { FakeClock } from '@orch/apimachinery';
import type { ServerRequest } from '@orch/http';
import { type Review, type ReviewAnswer, WebhookBusy, WebhookError } from '@orch/webhook';
import { anonymousAuthenticator } from '../anonymous.js';
import { authenticateUnion } from '../authenticate-union.js';
import { bearerTokenAuthenticator } from '../bearer-token.js';
import { webhookTokenAuthenticator } from './webhook-token-authenticator.js';

const AUDIENCES = ['here'];

/** Who brings a token to a server whose webhook answers so. */
function setUp(answer: (token: unknown) => ReviewAnswer) {
  const asked: unknown[] = [];
  const ask = async ({ spec }: Review): Promise<ReviewAnswer> => {
    const { token } = spec as { token: unknown };
    asked.push(token);
    return answer(token);
  };
  const reader = webhookTokenAuthenticator({
    service: { ask },
    apiVersion: 'g/v1',
    cacheTtlMs: 60_000,
    clock: new FakeClock(),
    unnamed: AUDIENCES,
  });
  const identify = authenticateUnion([bearerTokenAuthenticator([reader], AUDIENCES), anonymousAuthenticator()]);
  const come = async (token: string) =>
    identify({ headers: { authorization: `Bearer ${token}` }, raw: { rawHeaders: [] } } as unknown as ServerRequest);
  return { asked, come };
}

describe('the webhook of tokens', () => {
  it('that is asked too much makes nobody unknown: whoever comes is told to come again', async () => {
    const { come } = setUp(() => {
      throw new WebhookBusy('too many calls');
    });
    await expect(come('good')).rejects.toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
    });
  });

  it('D-063 that gives no answer lets nobody in', async () => {
    const { come } = setUp(() => {
      throw new WebhookError('gone');
    });
    await expect(come('good')).rejects.toMatchObject({ code: 401, message: 'Unauthorized' });
  });

  it('is asked about made-up tokens, and knows the good ones all the same', async () => {
    const yes = { authenticated: true, user: { username: 'jane' } };
    const { asked, come } = setUp((token) => ({ status: token === 'good' ? yes : {}, bytes: 10 }));
    await come('good');
    for (let i = 0; i < 16_400; i++) await come(`made-up-${i}`).catch(() => undefined);
    await come('good');
    expect(asked.filter((token) => token === 'good')).toHaveLength(1);
  });
});
