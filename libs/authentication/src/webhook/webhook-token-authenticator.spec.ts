import { FakeClock } from '@orch/apimachinery';
import type { Flow, Requester, ServerRequest } from '@orch/http';
import { type Review, type ReviewAnswer, WebhookBusy, WebhookError } from '@orch/webhook';
import { anonymousAuthenticator } from '../anonymous.js';
import { authenticateUnion } from '../authenticate-union.js';
import { bearerTokenAuthenticator } from '../bearer-token.js';
import { webhookTokenAuthenticator } from './webhook-token-authenticator.js';

const AUDIENCES = ['here'];

/** Who brings a token to a server whose webhook answers so. */
function setUp(answer: (token: unknown) => ReviewAnswer) {
  const asked: unknown[] = [];
  const charged: string[] = [];
  const ask = async ({ spec }: Review, { name }: Flow): Promise<ReviewAnswer> => {
    charged.push(name);
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
  const come = async (token: string, remoteAddress = '192.0.2.1') => {
    const user = { username: '', groups: [] };
    const raw = { rawHeaders: [], socket: { remoteAddress } };
    return identify({ headers: { authorization: `Bearer ${token}` }, user, raw } as unknown as ServerRequest);
  };
  return { asked, charged, come, reader };
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

  it('is asked on account of the network that brings a token, and of the user who asks about one', async () => {
    const { charged, come, reader } = setUp(() => ({ status: {}, bytes: 10 }));
    await come('a').catch(() => undefined);
    await come('b', '2001:db8::7').catch(() => undefined);
    const reviewer = { user: { username: 'jane', groups: [] } } as unknown as Requester;
    await Promise.resolve(reader.authenticateToken('c', AUDIENCES, reviewer)).catch(() => undefined);
    expect(charged).toEqual(['\x00192.0.2.1', '\x002001:db8:0:0::/64', 'jane']);
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
