import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, exportSPKI } from 'jose';
import { HandMadeIssuer, signingKey, type SigningKey } from '@orch/testing';
import { IssuersUnderTest, settingsFor } from './trusted-issuers.fixture.js';

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const NOW = () => Math.floor(under.clock.now() / 1000);

let issuer: HandMadeIssuer;
let foreign: HandMadeIssuer;
let under: IssuersUnderTest;
let foreignKey: SigningKey;

beforeAll(async () => {
  under = new IssuersUnderTest();
  issuer = await HandMadeIssuer.start({
    clock: under.clock,
    keys: [signingKey('first'), signingKey('second', 'ES256')],
  });
  foreign = await HandMadeIssuer.start({ clock: under.clock, keys: [signingKey('first')] });
  foreignKey = signingKey('first');
  await under.trust(await settingsFor(issuer));
});
afterAll(async () => {
  under.issuers.close();
  await HandMadeIssuer.stopAll();
});

/** A token with a header and a signature chosen by the attacker, over valid claims. */
const forged = (header: object, signature: (input: string) => string, claims: object = issuer.claims()): string => {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${signature(input)}`;
};
const hmac = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');
const parts = async (): Promise<[string, string, string]> =>
  (await issuer.token()).split('.') as [string, string, string];

describe('forged tokens', () => {
  it('the original token is accepted', async () =>
    expect(await under.authenticate(await issuer.token())).toEqual({ username: 'jane', groups: [] }));

  const cases: readonly [id: string, name: string, token: () => string | Promise<string>][] = [
    // signatures
    ['B-035', 'the signature is stripped', async () => (await parts()).slice(0, 2).join('.') + '.'],
    ['B-035', 'the signature part is left out', async () => (await parts()).slice(0, 2).join('.')],
    [
      'B-035',
      'one bit of the signature is another',
      async () => {
        const [header, claims, signature] = await parts();
        const bytes = Buffer.from(signature, 'base64url');
        bytes[5]! ^= 1;
        return `${header}.${claims}.${bytes.toString('base64url')}`;
      },
    ],
    [
      'B-035',
      'the claims were changed',
      async () => {
        const [header, , signature] = await parts();
        return `${header}.${encoded({ ...issuer.claims(), sub: 'admin' })}.${signature}`;
      },
    ],
    [
      'B-035',
      'the header was changed',
      async () => {
        const [, claims, signature] = await parts();
        return `${encoded({ alg: 'RS256', kid: 'first', typ: 'JWT' })}.${claims}.${signature}`;
      },
    ],
    ['B-035', 'another key signed, under the same key id', () => issuer.token({ key: foreignKey.privateKey })],
    ['B-035', 'two signatures', async () => `${(await parts()).join('.')}.${(await parts())[2]}`],
    [
      'B-035',
      'a signature of another token',
      async () => {
        const [header, claims] = await parts();
        return `${header}.${claims}.${(await issuer.token({ claims: { sub: 'joe' } })).split('.')[2]}`;
      },
    ],
    ['B-035', 'spaces in the signature', async () => (await parts()).join('.').replace(/.$/, ' ')],
    // algorithms
    ['D-049', 'alg none without a signature', () => forged({ alg: 'none' }, () => '')],
    ['D-049', 'alg none with a signature', async () => forged({ alg: 'none', kid: 'first' }, () => 'AAAA')],
    ['D-049', 'alg None', () => forged({ alg: 'None' }, () => '')],
    ['D-049', 'alg NONE', () => forged({ alg: 'NONE', kid: 'first' }, () => '')],
    [
      'D-049',
      'alg nOnE with the signature of the real one',
      async () => {
        const [, claims, signature] = await parts();
        return `${encoded({ alg: 'nOnE' })}.${claims}.${signature}`;
      },
    ],
    ['D-049', 'no alg', () => forged({ kid: 'first' }, () => 'AAAA')],
    ['D-049', 'alg is a number', () => forged({ alg: 256, kid: 'first' }, () => 'AAAA')],
    ['D-049', 'alg is a list', () => forged({ alg: ['RS256'], kid: 'first' }, () => 'AAAA')],
    [
      'D-049',
      'HS256 with the public key in PEM as secret',
      async () => forged({ alg: 'HS256', kid: 'first' }, hmac(await exportSPKI(issuer.keys[0]!.publicKey))),
    ],
    [
      'D-049',
      'HS256 with the public key in PEM and a line end',
      async () => forged({ alg: 'HS256', kid: 'first' }, hmac(`${await exportSPKI(issuer.keys[0]!.publicKey)}\n`)),
    ],
    [
      'D-049',
      'HS256 with the public key in DER',
      () =>
        forged({ alg: 'HS256', kid: 'first' }, hmac(issuer.keys[0]!.publicKey.export({ type: 'spki', format: 'der' }))),
    ],
    [
      'D-049',
      'HS256 with the modulus',
      async () =>
        forged(
          { alg: 'HS256', kid: 'first' },
          hmac(Buffer.from((await exportJWK(issuer.keys[0]!.publicKey)).n!, 'base64url')),
        ),
    ],
    [
      'D-049',
      'HS256 with the published key as text',
      async () => forged({ alg: 'HS256', kid: 'first' }, hmac(JSON.stringify((await issuer.published()).keys[0]))),
    ],
    ['D-049', 'HS256 with an empty secret', () => forged({ alg: 'HS256', kid: 'first' }, hmac(''))],
    ['D-049', 'HS512 without key id', () => forged({ alg: 'HS512' }, () => 'AAAA')],
    ['D-049', 'PS256 with the right key, which is not allowed', () => issuer.token({ header: { alg: 'PS256' } })],
    ['D-049', 'RS512 with the right key, which is not allowed', () => issuer.token({ header: { alg: 'RS512' } })],
    ['D-049', 'ES256 by a published key, which is not allowed', () => issuer.token({ kid: 'second' })],
    [
      'D-049',
      'RS256 in the header, signed by the other key',
      () => forged({ alg: 'RS256', kid: 'second' }, () => 'AAAA'),
    ],
    [
      'D-049',
      'two alg in the header',
      () => `${encoded('{"alg":"RS256","alg":"none","kid":"first"}')}.${encoded(issuer.claims())}.`,
    ],
    [
      'D-049',
      'a small curve and an all-zero signature',
      () => forged({ alg: 'ES256', kid: 'second' }, () => Buffer.alloc(64).toString('base64url')),
    ],
    // keys in the token
    [
      'B-035',
      'a key in the header',
      async () => issuer.token({ key: foreignKey.privateKey, header: { jwk: await exportJWK(foreignKey.publicKey) } }),
    ],
    [
      'B-035',
      'a key in the header and no key id',
      async () =>
        issuer.token({
          key: foreignKey.privateKey,
          header: { kid: undefined, jwk: await exportJWK(foreignKey.publicKey) },
        }),
    ],
    [
      'B-035',
      'a URL of keys in the header',
      () => issuer.token({ key: foreignKey.privateKey, header: { jku: `${foreign.url}/keys` } }),
    ],
    [
      'B-035',
      'certificates in the header',
      () => issuer.token({ key: foreignKey.privateKey, header: { x5c: ['MIIB'], x5u: `${foreign.url}/x5u` } }),
    ],
    [
      'B-035',
      'a thumbprint in the header',
      () => issuer.token({ key: foreignKey.privateKey, header: { x5t: 'AAAA' } }),
    ],
    // key ids
    [
      'B-035',
      'no key id, signed by a foreign key',
      () => issuer.token({ key: foreignKey.privateKey, header: { kid: undefined } }),
    ],
    ['B-035', 'an unknown key id', () => issuer.token({ header: { kid: 'third' } })],
    ['B-035', 'an empty key id', () => issuer.token({ key: foreignKey.privateKey, header: { kid: '' } })],
    [
      'B-035',
      'a path as key id',
      () => issuer.token({ key: foreignKey.privateKey, header: { kid: '../../../../dev/null' } }),
    ],
    ['B-035', 'a query as key id', () => issuer.token({ key: foreignKey.privateKey, header: { kid: "' OR 1=1 --" } })],
    [
      'B-035',
      'a URL as key id',
      () => issuer.token({ key: foreignKey.privateKey, header: { kid: `${foreign.url}/keys` } }),
    ],
    ['B-035', '__proto__ as key id', () => forged({ alg: 'RS256', kid: '__proto__' }, () => 'AAAA')],
    ['B-035', 'a list as key id', () => forged({ alg: 'RS256', kid: ['first'] }, () => 'AAAA')],
    ['B-035', 'null as key id', () => forged({ alg: 'RS256', kid: null }, () => 'AAAA')],
    [
      'B-035',
      'a very long key id',
      () => issuer.token({ key: foreignKey.privateKey, header: { kid: 'x'.repeat(30_000) } }),
    ],
    // critical headers
    [
      'B-035',
      'an unknown critical header',
      () => forged({ alg: 'RS256', kid: 'first', crit: ['exp2'], exp2: 1 }, () => 'AAAA'),
    ],
    [
      'B-035',
      'claims that are not base64 (b64)',
      () => forged({ alg: 'RS256', kid: 'first', crit: ['b64'], b64: false }, () => 'AAAA'),
    ],
    // issuers
    ['B-046', 'another issuer', () => foreign.token()],
    ['B-046', 'another issuer that names ours', () => foreign.token({ claims: { iss: issuer.url } })],
    ['B-046', 'ours, naming another issuer', () => issuer.token({ claims: { iss: foreign.url } })],
    ['B-046', 'no issuer', () => issuer.token({ claims: { iss: undefined } })],
    ['B-046', 'the issuer with a slash', () => issuer.token({ claims: { iss: `${issuer.url}/` } })],
    ['B-046', 'the issuer in capitals', () => issuer.token({ claims: { iss: issuer.url.toUpperCase() } })],
    ['B-046', 'a longer issuer', () => issuer.token({ claims: { iss: `${issuer.url}.evil.example` } })],
    ['B-046', 'a list of issuers', () => issuer.token({ claims: { iss: [issuer.url] } })],
    [
      'B-046',
      'two issuers, the last another',
      () => issuer.token({ payload: JSON.stringify(issuer.claims()).replace(/}$/, `,"iss":"${foreign.url}"}`) }),
    ],
    [
      'B-046',
      'two issuers, the last ours, signed by a foreign key',
      () => foreign.token({ payload: JSON.stringify(foreign.claims()).replace(/}$/, `,"iss":"${issuer.url}"}`) }),
    ],
    // audiences
    ['B-048', 'no audience', () => issuer.token({ claims: { aud: undefined } })],
    ['B-048', 'another audience', () => issuer.token({ claims: { aud: 'other' } })],
    ['B-048', 'other audiences', () => issuer.token({ claims: { aud: ['other', 'orch-cli2', 'ORCH-CLI'] } })],
    ['B-048', 'no audience in the list', () => issuer.token({ claims: { aud: [] } })],
    ['B-048', 'an audience that begins like ours', () => issuer.token({ claims: { aud: 'orch-cli ' } })],
    ['B-048', 'audiences as one text', () => issuer.token({ claims: { aud: 'orch-cli,other' } })],
    ['B-048', 'an audience in a list in a list', () => issuer.token({ claims: { aud: [['orch-cli']] } })],
    ['B-048', 'ours only in azp', () => issuer.token({ claims: { aud: 'other', azp: 'orch-cli' } })],
    ['B-048', 'a number as audience', () => issuer.token({ claims: { aud: 7 } })],
    ['B-041', 'an azp that is not a string', () => issuer.token({ claims: { azp: ['orch-cli'] } })],
    // times
    ['B-036', 'expired a second ago', () => issuer.token({ claims: { exp: NOW() - 1 } })],
    ['B-036', 'expires now', () => issuer.token({ claims: { exp: NOW() } })],
    ['B-036', 'no expiry', () => issuer.token({ claims: { exp: undefined } })],
    ['B-036', 'an expiry in words', () => issuer.token({ claims: { exp: '2999-01-01T00:00:00Z' } })],
    ['B-036', 'an expiry as a text of digits', () => issuer.token({ claims: { exp: String(NOW() + 600) } })],
    ['B-036', 'an expiry of null', () => issuer.token({ claims: { exp: null } })],
    ['B-036', 'a negative expiry', () => issuer.token({ claims: { exp: -1 } })],
    [
      'B-036',
      'two expiries, the last over',
      () => issuer.token({ payload: JSON.stringify(issuer.claims()).replace(/}$/, ',"exp":1}') }),
    ],
    ['B-037', 'not good before two minutes', () => issuer.token({ claims: { nbf: NOW() + 120 } })],
    ['B-037', 'issued in two minutes', () => issuer.token({ claims: { iat: NOW() + 120 } })],
    ['B-037', 'an issue time in words', () => issuer.token({ claims: { iat: 'yesterday' } })],
    ['B-037', 'a not-before in words', () => issuer.token({ claims: { nbf: 'yesterday' } })],
    // tokens for other uses
    ['B-034', 'an access token that is a JWT', () => issuer.token({ header: { typ: 'at+jwt' } })],
    ['B-034', 'an access token by its full type', () => issuer.token({ header: { typ: 'application/at+jwt' } })],
    ['B-034', 'a logout token', () => issuer.token({ header: { typ: 'logout+jwt' } })],
    ['B-034', 'an opaque access token', () => 'LpdHC4fJ0Wj2CIGzp9vBHOQ7PzQ'],
    ['B-034', 'an opaque access token with dots', () => 'ya29.a0AfH6SMBx.qwe'],
    // users
    ['B-049', 'no subject', () => issuer.token({ claims: { sub: undefined } })],
    ['B-049', 'an empty subject', () => issuer.token({ claims: { sub: '' } })],
    ['B-049', 'a number as subject', () => issuer.token({ claims: { sub: 7 } })],
    ['B-049', 'an object as subject', () => issuer.token({ claims: { sub: { toString: 'admin' } } })],
    [
      'B-049',
      'the subject only inside __proto__',
      () =>
        issuer.token({
          payload: JSON.stringify({ ...issuer.claims(), sub: undefined }).replace(
            /}$/,
            ',"__proto__":{"sub":"admin"}}',
          ),
        }),
    ],
    ['B-056', 'groups with a number among them', () => issuer.token({ claims: { groups: ['a', 1] } })],
    ['B-056', 'groups as an object', () => issuer.token({ claims: { groups: { a: true } } })],
    ['B-056', 'groups as a number', () => issuer.token({ claims: { groups: 1 } })],
    ['B-056', 'groups with a list among them', () => issuer.token({ claims: { groups: ['a', ['system:masters']] } })],
    // malformed claims
    ['B-035', 'claims that are not an object', () => issuer.token({ payload: '["x"]' })],
    ['B-035', 'claims that are a text', () => issuer.token({ payload: '"x"' })],
    ['B-035', 'claims that are not JSON', () => issuer.token({ payload: '{' })],
    ['B-035', 'empty claims', () => issuer.token({ payload: '' })],
    ['B-035', 'five parts', async () => `${await issuer.token()}.AAAA.AAAA`],
    ['B-035', 'only dots', () => '..'],
    ['B-035', 'an encrypted token', () => [{ alg: 'dir', enc: 'A256GCM' }, '', 'x', 'y', 'z'].map(encoded).join('.')],
    ['B-035', 'a very long token', () => issuer.token({ claims: { padding: 'x'.repeat(100_000) } })],
    [
      'B-035',
      'an RSA key of 1024 bits that was never published',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
        return forged({ alg: 'RS256', kid: 'first' }, () =>
          encoded(privateKey.export({ type: 'pkcs8', format: 'pem' })),
        );
      },
    ],
  ];
  for (const [id, name, token] of cases) {
    it(`${id} ${name}`, async () => {
      // The rate limit of earlier tests must not affect this one.
      under.clock.advance(1_000);
      expect([undefined, 'refused']).toContain(await under.authenticate(await token()));
    });
  }

  it('the valid token is still accepted afterwards', async () =>
    expect(await under.authenticate(await issuer.token({ claims: { sub: 'joe' } }))).toMatchObject({
      username: 'joe',
    }));

  it('no part of a token was logged', async () => {
    const logged = JSON.stringify(under.log.lines);
    for (const part of await parts()) expect(logged).not.toContain(part);
    expect(logged).not.toContain('jane');
  });
});
