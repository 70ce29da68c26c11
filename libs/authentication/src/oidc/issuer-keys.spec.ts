import { ANSWER_LIMIT_MS, MAX_ANSWER_BYTES } from './issuer-http.js';
import { KEYS_MAX_AGE_MS, RETRY_MS } from './issuer-keys.js';
import { HandMadeIssuer, NO_KEYS, KEYS_CAME, answerJson, mostPerTurn, signingKey } from '@orch/testing';
import type { TokenCarrier } from '../authenticator.js';
import { IssuersUnderTest, settingsFor } from './trusted-issuers.fixture.js';

const DISCOVERY = '/.well-known/openid-configuration';
const under: IssuersUnderTest[] = [];

async function trusting(issuer: HandMadeIssuer): Promise<IssuersUnderTest> {
  const test = prepared();
  await test.trust(await settingsFor(issuer));
  return test;
}
function prepared(): IssuersUnderTest {
  const test = new IssuersUnderTest();
  under.push(test);
  return test;
}
const jane = { username: 'jane', groups: [] };

afterEach(async () => {
  for (const test of under.splice(0)) test.issuers.close();
  await HandMadeIssuer.stopAll();
});

describe('keys of an issuer', () => {
  it('B-042 B-046 are found through the discovery document below the complete URL of the issuer', async () => {
    const issuer = await HandMadeIssuer.start({ path: '/realms/a' });
    const test = await trusting(issuer);
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
    expect(issuer.asked).toEqual([`/realms/a${DISCOVERY}`, '/realms/a/keys']);
  });

  it('B-046 an issuer that ends in a slash keeps it in its name and not in the path', async () => {
    const issuer = await HandMadeIssuer.start({ path: '/' });
    const test = await trusting(issuer);
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
    expect(issuer.asked[0]).toBe(DISCOVERY);
  });

  it('D-053 tokens are rejected while the issuer is down, and accepted without a restart once it is up', async () => {
    const first = await HandMadeIssuer.start();
    const { port } = first;
    await first.stop();
    const test = prepared();
    test.issuers.trust([await settingsFor(first)]);
    await test.log.until(NO_KEYS);
    expect(await test.authenticate(await first.token())).toBe('refused');

    const issuer = await HandMadeIssuer.start({ port, keys: first.keys });
    test.clock.advance(RETRY_MS - 1);
    expect(issuer.asked).toEqual([]);
    test.clock.advance(1);
    await test.log.until(KEYS_CAME);
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
  });

  it('D-054 an unknown key id causes one refresh of the keys for many tokens', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    issuer.keys.unshift(signingKey('second'));
    const tokens = await Promise.all(['a', 'b', 'c'].map((sub) => issuer.token({ kid: 'second', claims: { sub } })));
    const users = await Promise.all(tokens.map((token) => test.authenticate(token)));
    expect(users).toMatchObject([{ username: 'a' }, { username: 'b' }, { username: 'c' }]);
    expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(2);
    expect(await test.authenticate(await issuer.token({ kid: 'first', claims: { sub: 'd' } }))).toMatchObject({
      username: 'd',
    });
  });

  it('D-054 a new key under the old id is found too', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    issuer.keys[0] = signingKey('first');
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
  });

  it('D-054 limits requests to the issuer caused by unauthenticated clients', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const fetches = () => issuer.asked.filter((path) => path === '/keys').length - 1;
    for (let i = 0; i < 5; i++)
      expect(await test.authenticate(await issuer.token({ header: { kid: `k${i}` } }))).toBe('refused');
    expect(fetches()).toBe(5);
    for (let round = 6; round < 9; round++) {
      const tokens = await Promise.all([1, 2, 3].map((n) => issuer.token({ header: { kid: `${round}-${n}` } })));
      const pending = tokens.map((token) => test.authenticate(token));
      await test.waiting();
      expect(fetches()).toBe(round - 1);
      test.clock.advance(1_000);
      expect(await Promise.all(pending)).toEqual(['refused', 'refused', 'refused']);
      expect(fetches()).toBe(round);
    }
  });

  it('D-054 made-up key ids do not block tokens of a new key', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    for (let i = 0; i < 5; i++) await test.authenticate(await issuer.token({ header: { kid: `k${i}` } }));
    issuer.keys.unshift(signingKey('second'));
    const made = test.authenticate(await issuer.token({ header: { kid: 'made-up' } }));
    const good = test.authenticate(await issuer.token({ kid: 'second' }));
    await test.waiting();
    test.clock.advance(1_000);
    expect(await Promise.all([made, good])).toEqual(['refused', jane]);
  });

  it('D-054 tokens that wait for a refresh are verified in several turns of the event loop', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    for (let i = 0; i < 5; i++) await test.authenticate(await issuer.token({ header: { kid: `k${i}` } }));
    const made = Array.from({ length: 300 }, (_, i) => issuer.token({ header: { kid: `made-up-${i}` } }));
    const requester = { raw: { socket: { remoteAddress: '192.0.2.1' } } } as unknown as TokenCarrier;
    const pending = (await Promise.all(made)).map(async (token) =>
      test.issuers.authenticateToken(token, undefined, requester),
    );
    await test.waiting();
    test.clock.advance(1_000);
    expect(await mostPerTurn(pending)).toBeLessThanOrEqual(64);
  });

  it('tokens that wait for a refresh are rejected when the server ends', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    for (let i = 0; i < 5; i++) await test.authenticate(await issuer.token({ header: { kid: `k${i}` } }));
    const pending = test.authenticate(await issuer.token({ header: { kid: 'late' } }));
    await test.waiting();
    test.issuers.close();
    expect(await pending).toBe('refused');
  });

  it('an unreachable issuer is not awaited, and requested once in ten seconds', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    let fetches = 0;
    issuer.answers.set('/keys', (_request, response) => {
      fetches++;
      response.writeHead(500).end();
    });
    const refused = async (name: string) =>
      expect(await test.authenticate(await issuer.token({ header: { kid: name } }))).toBe('refused');
    for (let i = 0; i < 8; i++) await refused(`k${i}`);
    expect(fetches).toBe(5);
    test.clock.advance(9_999);
    await refused('early');
    expect(fetches).toBe(5);
    test.clock.advance(1);
    await refused('due');
    expect(fetches).toBe(6);
  });

  it('the last keys stay valid while the issuer is down', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    await issuer.stop();
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
    expect(await test.authenticate(await issuer.token({ header: { kid: 'other' } }))).toBe('refused');
    expect(await test.authenticate(await issuer.token({ claims: { sub: 'joe' } }))).toMatchObject({ username: 'joe' });
  });

  it('D-058 stay valid when only the rules for its tokens change, and are refreshed', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const mappings = { username: { claim: 'sub', prefix: 'p:' } };
    test.issuers.trust([await settingsFor(issuer, { mappings })]);
    expect(await test.authenticate(await issuer.token())).toEqual({ username: 'p:jane', groups: [] });
    expect(issuer.asked).toHaveLength(2);
    issuer.keys.unshift(signingKey('second'));
    expect(await test.authenticate(await issuer.token({ kid: 'second' }))).toMatchObject({ username: 'p:jane' });
  });

  it('D-058 are not those of another source of the same issuer', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const settings = await settingsFor(issuer);
    test.issuers.trust([{ ...settings, source: { ...settings.source, authorities: [] } }]);
    expect(await test.authenticate(await issuer.token())).toBe('refused');
  });

  it('a withdrawn key is removed', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const old = issuer.keys[0]!;
    issuer.keys[0] = signingKey('second');
    const token = () => issuer.token({ key: old.privateKey, header: { kid: 'first' }, claims: { exp: 1e10 } });
    expect(await test.authenticate(await token())).toEqual(jane);
    test.clock.advance(KEYS_MAX_AGE_MS + 1);
    const seen = test.log.lines.length;
    await test.authenticate(await token()); // starts a background refresh
    await test.log.until(KEYS_CAME, seen);
    test.clock.advance(10_000);
    expect(await test.authenticate(await token())).toBe('refused');
  });

  it('a withdrawn key is removed when the clock was set back', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const old = issuer.keys[0]!;
    issuer.keys[0] = signingKey('second');
    const token = await issuer.token({ key: old.privateKey, header: { kid: 'first' }, claims: { exp: 1e10, iat: 0 } });
    expect(await test.authenticate(token)).toEqual(jane);
    test.clock.advance(-3_600_000);
    const seen = test.log.lines.length;
    await test.authenticate(token); // starts a background refresh
    await test.log.until(KEYS_CAME, seen);
    test.clock.advance(-60_000);
    expect(await test.authenticate(token)).toBe('refused');
  });

  it('B-035 a token without key id is verified with every matching key', async () => {
    const issuer = await HandMadeIssuer.start({ keys: [signingKey('a'), signingKey('b'), signingKey('c')] });
    const test = await trusting(issuer);
    const token = (kid: string) => issuer.token({ kid, header: { kid: undefined }, claims: { sub: kid } });
    for (const kid of ['a', 'b', 'c'])
      expect(await test.authenticate(await token(kid))).toMatchObject({ username: kid });
  });

  it('D-049 ES256 and PS256 are accepted where allowed', async () => {
    const issuer = await HandMadeIssuer.start({
      keys: [signingKey('e', 'ES256'), signingKey('p', 'PS256'), signingKey('r')],
    });
    const test = prepared();
    await test.trust(await settingsFor(issuer, { signingAlgorithms: ['ES256', 'PS256'] }));
    expect(await test.authenticate(await issuer.token({ kid: 'e' }))).toEqual(jane);
    expect(await test.authenticate(await issuer.token({ kid: 'p', claims: { sub: 'joe' } }))).toMatchObject({
      username: 'joe',
    });
    expect(await test.authenticate(await issuer.token({ kid: 'r' }))).toBe('refused');
  });

  it('a secret among the published keys is ignored', async () => {
    const issuer = await HandMadeIssuer.start();
    issuer.serve('/keys', { keys: [{ kty: 'oct', kid: 'first', k: 'c2VjcmV0', alg: 'HS256' }] });
    const test = await trusting(issuer);
    const token = await issuer.token({ header: { alg: 'HS256' }, key: Buffer.from('secret') });
    expect(await test.authenticate(token)).toBe('refused');
  });

  it('an unusable key does not affect the others', async () => {
    const issuer = await HandMadeIssuer.start();
    const { keys } = await issuer.published();
    issuer.serve('/keys', { keys: [{ kty: 'RSA', kid: 'bad', n: '!', e: 'AQAB' }, { kty: 'new' }, {}, ...keys] });
    const test = await trusting(issuer);
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
    expect(await test.authenticate(await issuer.token({ header: { kid: 'bad' } }))).toBe('refused');
  });

  const wrong: readonly [id: string, name: string, prepare: (issuer: HandMadeIssuer) => void, message: string][] = [
    ['B-042', 'no discovery document', (i) => i.answers.set(DISCOVERY, (_q, r) => r.writeHead(404).end()), 'answered 404'],
    ['B-046', 'the document of another issuer', (i) => i.serve(DISCOVERY, { issuer: 'https://other', jwks_uri: `${i.url}/keys` }), 'says issuer "https://other"'],
    ['B-046', 'a document that leaves its issuer out', (i) => i.serve(DISCOVERY, { jwks_uri: `${i.url}/keys` }), 'says issuer undefined'],
    ['B-043', 'keys without TLS', (i) => i.serve(DISCOVERY, { issuer: i.url, jwks_uri: 'http://127.0.0.1/keys' }), 'jwks_uri must be an https URL'],
    ['B-043', 'a redirect away from TLS', (i) => i.answers.set('/keys', (_q, r) => r.writeHead(302, { location: 'http://127.0.0.1/' }).end()), 'which is not https'],
    ['B-042', 'redirects without end', (i) => i.answers.set('/keys', (_q, r) => r.writeHead(302, { location: '/keys' }).end()), 'more than 3 redirects'],
    ['B-042', 'a page instead of a document', (i) => i.answers.set(DISCOVERY, (_q, r) => r.end('<html>')), 'is not JSON'],
    ['B-042', 'a list instead of a document', (i) => i.serve(DISCOVERY, []), 'not a JSON object'],
    ['B-042', 'no list of keys', (i) => i.serve('/keys', { keys: {} }), 'holds no list of keys'],
    ['B-042', 'too many keys', (i) => i.serve('/keys', { keys: Array.from({ length: 101 }, () => ({})) }), 'holds 101 keys'],
    ['B-042', 'a huge document', (i) => i.serve('/keys', { keys: [], padding: 'x'.repeat(MAX_ANSWER_BYTES) }), 'exceeded'],
    ['B-042', 'keys of many levels', (i) => i.answers.set('/keys', (_q, r) => r.end(`{"keys":[${'['.repeat(1_000)}${']'.repeat(1_000)}]}`)), 'nested too deeply'],
    ['B-042', 'keys of many members', (i) => i.serve('/keys', { keys: [Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [n, 0]))] }), 'too many fields'],
    ['B-042', 'keys that are not objects', (i) => i.serve('/keys', { keys: ['first'] }), 'JSON Web Key Set malformed'],
    ['B-042', 'a truncated answer', (i) => i.answers.set('/keys', (_q, r) => { r.writeHead(200, { 'content-length': '100' }); r.write('{'); setImmediate(() => r.destroy()); }), ''],
  ]; // prettier-ignore
  for (const [id, name, prepare, message] of wrong) {
    it(`${id} are rejected from an issuer with ${name}, and the reason is logged`, async () => {
      const issuer = await HandMadeIssuer.start();
      prepare(issuer);
      const test = prepared();
      test.issuers.trust([await settingsFor(issuer)]);
      const { fields } = await test.log.until(NO_KEYS);
      expect(`${fields['error'] as Error}`).toContain(message);
      expect(await test.authenticate(await issuer.token())).toBe('refused');
      issuer.answers.clear();
      test.clock.advance(RETRY_MS);
      await test.log.until(KEYS_CAME);
      expect(await test.authenticate(await issuer.token())).toEqual(jane);
    });
  }

  it('a redirect to https is followed', async () => {
    const issuer = await HandMadeIssuer.start();
    issuer.answers.set('/keys', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    issuer.answers.set(
      '/elsewhere',
      (_request, response) => void issuer.published().then((keys) => answerJson(response, keys)),
    );
    const test = await trusting(issuer);
    expect(await test.authenticate(await issuer.token())).toEqual(jane);
  });

  it('a slow issuer times out, and is requested again', async () => {
    const issuer = await HandMadeIssuer.start();
    const pending = new Promise<void>((resolve) => issuer.answers.set(DISCOVERY, () => resolve()));
    const test = prepared();
    test.issuers.trust([await settingsFor(issuer)]);
    await pending;
    test.clock.advance(ANSWER_LIMIT_MS);
    const { fields } = await test.log.until(NO_KEYS);
    expect(`${fields['error'] as Error}`).toContain('no whole answer within 10 s');
    issuer.answers.clear();
    test.clock.advance(RETRY_MS);
    await test.log.until(KEYS_CAME);
  });

  const obsolete: readonly [name: string, tls: object][] = [
    ['TLS', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['ciphers', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-NULL-SHA@SECLEVEL=0' }],
  ];
  for (const [name, tls] of obsolete) {
    it(`B-043 no request is sent to an issuer with only old ${name}, and the TLS error is logged`, async () => {
      const issuer = await HandMadeIssuer.start({ tls });
      const test = prepared();
      test.issuers.trust([await settingsFor(issuer)]);
      const { fields } = await test.log.until(NO_KEYS);
      expect(`${fields['error'] as Error}`).toMatch(/tls|ssl/i);
      expect(issuer.asked).toEqual([]);
      expect(await test.authenticate(await issuer.token())).toBe('refused');
    });
  }

  it('B-060 no request is sent to an issuer whose certificate is signed by another CA', async () => {
    const issuer = await HandMadeIssuer.start();
    const settings = await settingsFor(issuer);
    const test = prepared();
    test.issuers.trust([{ ...settings, source: { ...settings.source, authorities: [] } }]);
    const { fields } = await test.log.until(NO_KEYS);
    expect((fields['error'] as NodeJS.ErrnoException).code).toMatch(/UNABLE_TO|SELF_SIGNED/);
    expect(issuer.asked).toEqual([]);
  });
});

describe('verified tokens', () => {
  it('D-006 are cached for ten seconds, and verified again afterwards', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const token = await issuer.token({ claims: { exp: 1e10 } });
    const first = test.issuers.authenticateToken(token);
    expect(first).toBeInstanceOf(Promise);
    expect(test.issuers.authenticateToken(token)).toBe(first); // verified once, for any number of calls
    const identity = await first;
    expect(test.issuers.authenticateToken(token)).toBe(identity);
    test.clock.advance(9_999);
    expect(test.issuers.authenticateToken(token)).toBe(identity);
    test.clock.advance(1);
    expect(test.issuers.authenticateToken(token)).toBeInstanceOf(Promise);
  });

  it('B-036 are rejected once they expired, also within those ten seconds', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const token = await issuer.token({ claims: { exp: Math.floor(test.clock.now() / 1000) + 3 } });
    expect(await test.authenticate(token)).toEqual(jane);
    test.clock.advance(3_001);
    expect(await test.authenticate(token)).toBe('refused');
  });

  it('B-072 stay valid until they expire, whatever the issuer does', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const token = await issuer.token({ claims: { exp: Math.floor(test.clock.now() / 1000) + 300 } });
    expect(await test.authenticate(token)).toEqual(jane);
    await issuer.stop();
    test.clock.advance(290_000);
    expect(await test.authenticate(token)).toEqual(jane);
    test.clock.advance(10_000);
    expect(await test.authenticate(token)).toBe('refused');
  });

  it('D-006 failures are not cached', async () => {
    const issuer = await HandMadeIssuer.start();
    const test = await trusting(issuer);
    const token = await issuer.token({ claims: { nbf: Math.floor(test.clock.now() / 1000) + 62, exp: 1e10 } });
    expect(await test.authenticate(token)).toBe('refused');
    test.clock.advance(3_000);
    expect(await test.authenticate(token)).toEqual(jane);
  });
});

describe('tokens of valid clients', () => {
  const good: readonly [id: string, name: string, claims: object][] = [
    ['B-037', 'one that was issued this second', {}],
    ['B-037', 'one without issue time', { iat: undefined }],
    ['B-037', 'one of an issuer whose clock is 50 s ahead', { iat: Math.floor(Date.now() / 1000) + 50, nbf: Math.floor(Date.now() / 1000) + 50 }],
    ['B-041', 'one for several clients, issued to another', { aud: ['other', 'orch-cli'], azp: 'other' }],
    ['B-041', 'one issued to us', { aud: ['orch-cli'], azp: 'orch-cli' }],
    ['B-048', 'one for a list with just us', { aud: ['orch-cli'] }],
  ]; // prettier-ignore
  for (const [id, name, claims] of good) {
    it(`${id} ${name} is accepted`, async () => {
      const issuer = await HandMadeIssuer.start();
      const test = await trusting(issuer);
      expect(await test.authenticate(await issuer.token({ claims: { ...claims } }))).toEqual(jane);
    });
  }

  it('B-039 tokens of an untrusted issuer are unknown', async () => {
    const [issuer, other] = [await HandMadeIssuer.start(), await HandMadeIssuer.start()];
    const test = await trusting(issuer);
    expect(await test.authenticate(await other.token())).toBeUndefined();
    expect(other.asked).toEqual([]);
  });
});
