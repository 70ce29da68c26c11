import { mostPerTurn } from '@orch/testing';
import { InvalidCredential, type TokenAuthenticator, type TokenCarrier } from './authenticator.js';
import { bearerTokenAuthenticator, bearerTokenOf } from './bearer-token.js';

describe('bearerTokenOf', () => {
  const rows: Array<[string, string | undefined, string | undefined]> = [
    ['B-117', undefined, undefined],
    ['B-013', 'Bearer abc', 'abc'],
    ['D-001', 'bEaReR abc', 'abc'],
    ['D-001', '  Bearer abc  ', 'abc'],
    ['D-002', 'Basic eA==', undefined],
    ['D-002', 'Bearer', undefined],
    ['D-002', 'Bearer   ', undefined],
    ['D-002', 'Bearerabc', undefined],
    ['D-002', 'Bearer  abc', undefined],
  ];
  for (const [id, header, want] of rows) {
    it(`${id} ${JSON.stringify(header)} gives ${want ?? 'no credential'}`, () =>
      expect(bearerTokenOf(header)).toBe(want));
  }
});

describe('requests that wait for one answer of a reader', () => {
  it('go on to the next reader in several turns of the event loop', async () => {
    const refused = Promise.reject(new InvalidCredential('unknown key'));
    const slow: TokenAuthenticator = { name: 'slow', authenticateToken: () => refused };
    const next: TokenAuthenticator = { name: 'next', authenticateToken: () => ({ user: { username: 'jane', groups: [] } }) }; // prettier-ignore
    const bearer = bearerTokenAuthenticator([slow, next], ['a']);
    const requester = { raw: { socket: { remoteAddress: '192.0.2.1' } } } as unknown as TokenCarrier;
    const requests = Array.from({ length: 300 }, async () => bearer.authenticateToken('t', ['a'], requester));
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(64);
    expect((await requests[0])?.user.username).toBe('jane');
  });
});
