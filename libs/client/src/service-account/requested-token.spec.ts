import { ApiError, FakeClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import type { Client } from '../client.js';
import { RequestedToken, type RequestedTokenOptions } from './requested-token.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A server that issues numbered tokens of the requested lifetime. */
function issuing(options: Partial<RequestedTokenOptions>, random = () => 0) {
  const clock = new FakeClock(Date.parse('2026-01-01T00:00:00Z'));
  const requests: unknown[] = [];
  const server = { fails: false };
  const create = (name: string, body: { spec: { expirationSeconds?: number } }) => {
    if (server.fails) return Promise.reject(ApiError.serviceUnavailable('away', 1));
    const expirationSeconds = body.spec.expirationSeconds ?? 3_600;
    const expirationTimestamp = new Date(clock.now() + expirationSeconds * 1_000).toISOString();
    const count = requests.push([name, body]);
    return Promise.resolve({ spec: { expirationSeconds }, status: { token: `token-${count}`, expirationTimestamp } });
  };
  const client = {
    vocabulary: vocabularies.orch,
    resource: () => ({ namespace: () => ({ subresource: () => ({ create }) }) }),
  } as unknown as Client;
  const token = new RequestedToken(client, { namespace: 'a', serviceAccount: 'robot', ...options }, clock, random);
  return { clock, requests, server, token };
}

describe('RequestedToken', () => {
  it('B-345 is replaced after 80 % of its lifetime: of 10 minutes after 8', async () => {
    const { clock, token, requests } = issuing({ expirationSeconds: 600, audiences: ['them'] });
    expect(await token.current()).toBe('token-1');
    clock.advance(8 * MINUTE - 1);
    expect(await token.current()).toBe('token-1');
    clock.advance(1);
    expect(await Promise.all([token.current(), token.current()])).toEqual(['token-2', 'token-2']);
    const body = {
      apiVersion: 'authentication.orch.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: ['them'], expirationSeconds: 600 },
    };
    expect(requests).toEqual([
      ['robot', body],
      ['robot', body],
    ]);
  });

  it('B-346 is replaced after 24 hours, of 48', async () => {
    const { clock, token } = issuing({ expirationSeconds: 48 * 3_600 });
    await token.current();
    clock.advance(24 * HOUR - 1);
    expect(await token.current()).toBe('token-1');
    clock.advance(1);
    expect(await token.current()).toBe('token-2');
  });

  it('is replaced up to 10 s earlier, by chance', async () => {
    const { clock, token } = issuing({ expirationSeconds: 600 }, () => 0.5);
    await token.current();
    clock.advance(8 * MINUTE - 5_001);
    expect(await token.current()).toBe('token-1');
    clock.advance(1);
    expect(await token.current()).toBe('token-2');
  });

  it('is used until it expires while no other can be had', async () => {
    const { clock, token, server } = issuing({});
    await token.current();
    server.fails = true;
    clock.advance(HOUR - 1);
    expect(await token.current()).toBe('token-1');
    clock.advance(1);
    await expect(token.current()).rejects.toThrow('away');
    server.fails = false;
    expect(await token.current()).toBe('token-2');
  });
});
