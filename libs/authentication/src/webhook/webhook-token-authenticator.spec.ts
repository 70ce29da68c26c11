import { FakeClock } from '@orch/apimachinery';
import type { Flow, ServerRequest } from '@orch/http';
import { type Review, type ReviewAnswer, WebhookBusy, WebhookError } from '@orch/webhook';
import { anonymousAuthenticator } from '../anonymous.js';
import { authenticateUnion } from '../authenticate-union.js';
import { InvalidCredential, type TokenCarrier } from '../authenticator.js';
import { bearerTokenAuthenticator } from '../bearer-token.js';
import { TokenCacheMetrics } from '../metrics/token-cache-metrics.js';
import { webhookTokenAuthenticator } from './webhook-token-authenticator.js';

const AUDIENCES = ['here'];

/** Authenticates a token on a server whose webhook answers so. */
function setUp(answer: (token: unknown) => ReviewAnswer) {
  const reviewed: unknown[] = [];
  const charged: string[] = [];
  const review = async ({ spec }: Review, { name }: Flow): Promise<ReviewAnswer> => {
    charged.push(name);
    const { token } = spec as { token: unknown };
    reviewed.push(token);
    return answer(token);
  };
  const reader = webhookTokenAuthenticator({
    service: { review },
    apiVersion: 'g/v1',
    cacheTtlMs: 60_000,
    clock: new FakeClock(),
    metrics: new TokenCacheMetrics(),
    unnamed: AUDIENCES,
  });
  const identify = authenticateUnion([bearerTokenAuthenticator([reader], AUDIENCES), anonymousAuthenticator()]);
  const authenticate = async (token: string, remoteAddress = '192.0.2.1') => {
    const user = { username: '', groups: [] };
    const raw = { rawHeaders: [], socket: { remoteAddress } };
    return identify({ headers: { authorization: `Bearer ${token}` }, user, raw } as unknown as ServerRequest);
  };
  return { reviewed, charged, authenticate, reader };
}

describe('token webhook', () => {
  it('an overloaded webhook answers 429 instead of 401', async () => {
    const { authenticate } = setUp(() => {
      throw new WebhookBusy('too many calls');
    });
    await expect(authenticate('good')).rejects.toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
    });
  });

  it('is charged to the network that sends a token, and to the user that reviews one', async () => {
    const { charged, authenticate, reader } = setUp(() => ({ status: {}, bytes: 10 }));
    await authenticate('a').catch(() => undefined);
    await authenticate('b', '2001:db8::7').catch(() => undefined);
    const reviewer = { user: { username: 'jane', groups: [] } } as unknown as TokenCarrier;
    await Promise.resolve(reader.authenticateToken('c', AUDIENCES, reviewer)).catch(() => undefined);
    expect(charged).toEqual(['\x00192.0.2.1', '\x002001:db8:0:0::/64', 'jane']);
  });

  it('D-063 rejects tokens while it does not answer', async () => {
    const { authenticate } = setUp(() => {
      throw new WebhookError('gone');
    });
    await expect(authenticate('good')).rejects.toMatchObject({ code: 401, message: 'Unauthorized' });
  });

  it('does not get tokens and audiences of more than 256 Ki characters, as a review may have', async () => {
    const { reviewed, reader } = setUp(() => ({ status: {}, bytes: 10 }));
    const long = 'x'.repeat(256 * 1_024);
    await expect(async () => reader.authenticateToken(long, ['a'])).rejects.toThrow(InvalidCredential);
    await expect(async () => reader.authenticateToken('a', ['b', long])).rejects.toThrow(InvalidCredential);
    expect(reviewed).toEqual([]);
  });

  it('is not blocked for valid tokens by made-up ones', async () => {
    const yes = { authenticated: true, user: { username: 'jane' } };
    const { reviewed, authenticate } = setUp((token) => ({ status: token === 'good' ? yes : {}, bytes: 10 }));
    await authenticate('good');
    for (let i = 0; i < 16_400; i++) await authenticate(`made-up-${i}`).catch(() => undefined);
    await authenticate('good');
    expect(reviewed.filter((token) => token === 'good')).toHaveLength(1);
  });
});
