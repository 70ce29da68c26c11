import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { InvalidCredential } from '../../../libs/authentication/src/authenticator.js';
import { sourceOfClaim } from '../../../libs/authentication/src/oidc/distributed-groups.js';
import type { IssuerKeys } from '../../../libs/authentication/src/oidc/issuer-keys.js';
import { issuerNamedBy } from '../../../libs/authentication/src/oidc/unverified-token.js';
import { claimOf, userOf } from '../../../libs/authentication/src/oidc/user-of-claims.js';
import { verifyToken } from '../../../libs/authentication/src/oidc/verify-token.js';
import { mustEqual, parsedJson, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const ISSUER = 'https://issuer.example.com';
const CLAIMS = { iss: ISSUER, aud: 'orch-cli', sub: 'jane', exp: NOW_MS / 1000 + 60, groups: ['a'] };

/** One key for all rounds, so that what fails once fails again: ed25519 makes a key of any 32 bytes. */
const KEY = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    createHash('sha256').update('fuzz').digest(),
  ]),
  format: 'der',
  type: 'pkcs8',
});
const KEYS = {
  current: createLocalJWKSet({
    keys: [{ ...createPublicKey(KEY).export({ format: 'jwk' }), kid: 'k', alg: 'EdDSA' } as { kty: string }],
  }),
  refreshed: () => Promise.resolve(undefined),
} as unknown as IssuerKeys;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = `${encoded({ alg: 'EdDSA', kid: 'k' })}.${encoded(CLAIMS)}`;
const TOKEN = `${HEAD}.${sign(null, Buffer.from(HEAD), KEY).toString('base64url')}`;

/** What a token that was tampered with says is never believed. */
export const identityToken: FuzzTarget<string> = {
  name: 'identity-token',
  inputs: mutatedTexts(
    [TOKEN, `${HEAD}.`, `${encoded({ alg: 'none' })}.${encoded({ ...CLAIMS, sub: 'admin' })}.`],
    ['.', '=', 'A', encoded({ alg: 'none' }), encoded({ ...CLAIMS, sub: 'admin' }), encoded(null), '\0', '{', ' '],
  ),
  async run(text) {
    issuerNamedBy(text);
    const rules = { issuer: ISSUER, audiences: ['orch-cli'], signingAlgorithms: ['EdDSA'], idTokensOnly: true };
    try {
      mustEqual(await verifyToken(text, KEYS, rules, { now: () => NOW_MS }), CLAIMS, 'claims');
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
    }
  },
};

/** Whatever an issuer signs makes a user with a name and groups that are texts, or none. */
export const identityClaims: FuzzTarget<string> = {
  name: 'identity-claims',
  inputs: mutatedTexts(
    [
      JSON.stringify({ ...CLAIMS, email: 'jane@example.com', email_verified: true }),
      JSON.stringify({
        sub: 'x',
        _claim_names: { groups: 's' },
        _claim_sources: { s: { endpoint: 'https://a', access_token: 't' } },
      }),
      '{"sub":"x","__proto__":{"groups":["admins"]},"groups":"one"}',
    ],
    ['"groups"', '"sub"', '"email"', 'null', '[]', '{}', '7', '"constructor"', '"__proto__"', ',', ':', '[', '""', 'true'], // prettier-ignore
  ),
  run(text) {
    const claims = parsedJson(text);
    if (typeof claims !== 'object' || claims === null) return;
    for (const name of ['sub', 'email', '__proto__', 'constructor']) {
      try {
        const mappings = { username: { claim: name, prefix: '' }, groups: { claim: 'groups', prefix: '' } };
        sourceOfClaim(claims as Record<string, unknown>, 'groups');
        const user = userOf(claims as Record<string, unknown>, mappings);
        if (user.username === '' || user.username !== claimOf(claims as Record<string, unknown>, name))
          throw new Error(`named ${JSON.stringify(user.username)}`);
        if (!user.groups.every((group) => typeof group === 'string')) throw new Error('groups that are not strings');
      } catch (error) {
        if (!(error instanceof InvalidCredential)) throw error;
      }
    }
  },
};
