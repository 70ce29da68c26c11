import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { ReleaseGates } from '@orch/api';
import { FakeClock, jsonPart, type ApiObject } from '@orch/apimachinery';
import { readTokenKeys, signToken, type SigningTokenKey, type TokenKey } from '@orch/pki';
import type { ObjectIdentity, PartReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { SignJWT } from 'jose';
import { InvalidCredential } from '../authenticator.js';
import { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { serviceAccountAuthenticator } from './service-account-authenticator.js';
import { boundClaims } from './token-claims.js';
import { TokenKeys } from './token-keys.js';

const vocabulary = vocabularies.orch;
const issuer = vocabulary.serviceAccountIssuer;
const NOW = 1_700_000_000;
const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
const keyOf = (pair: { privateKey: KeyObject }): SigningTokenKey =>
  readTokenKeys(pem(pair.privateKey))[0] as SigningTokenKey;

const rsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsa = keyOf(rsaPair);
const ec = keyOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const foreignKey = keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string): [string, string, string] => token.split('.') as [string, string, string];

type Claims = Record<string, unknown>;
const claims = (changed: Claims = {}): Claims => ({
  ...boundClaims(
    { namespace: 't1', account: { name: 'a', uid: 'u1' } },
    { issuer, audiences: [issuer], id: 'id', issuedAt: NOW, expires: NOW + 3_600 },
    vocabulary,
  ),
  ...changed,
});
const own = (changed: Claims): Claims => ({
  [vocabulary.serviceAccountTokens.claim]: {
    ...(claims()[vocabulary.serviceAccountTokens.claim] as Claims),
    ...changed,
  },
});
const without = (name: string): Claims => {
  const { [name]: _gone, ...rest } = claims();
  return rest;
};
const legacy = (changed: Claims = {}): Claims => ({
  iss: 'orch/serviceaccount',
  'orch.io/serviceaccount/namespace': 't1',
  'orch.io/serviceaccount/secret.name': 's',
  'orch.io/serviceaccount/service-account.name': 'a',
  'orch.io/serviceaccount/service-account.uid': 'u1',
  sub: 'system:serviceaccount:t1:a',
  ...changed,
});
/** A validly signed token with a header chosen by the attacker. */
const withHeader = (header: object, key: SigningTokenKey = rsa): string => {
  const { privateKey } = key;
  const input = `${json(header)}.${json(claims())}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

class World implements PartReader {
  readonly objects = new Map<string, ApiObject>();
  constructor() {
    this.put('serviceaccounts', 't1', 'a', 'u1');
  }
  put(resource: string, namespace: string, name: string, uid: string, more: object = {}): void {
    const { metadata = {}, ...rest } = more as { metadata?: object };
    this.objects.set(`${resource}/${namespace}/${name}`, { metadata: { namespace, name, uid, ...metadata }, ...rest });
  }
  remove(resource: string, namespace: string, name: string): void {
    this.objects.delete(`${resource}/${namespace}/${name}`);
  }
  identityOf({ resource }: { resource: string }, namespace: string, name: string): ObjectIdentity | undefined {
    return this.objects.get(`${resource}/${namespace}/${name}`)?.metadata;
  }
  partOf(
    { resource }: { resource: string },
    namespace: string,
    name: string,
    path: readonly string[],
  ): Buffer | undefined {
    const object = this.objects.get(`${resource}/${namespace}/${name}`);
    return object && jsonPart(Buffer.from(JSON.stringify(object)), path);
  }
}

describe('attacks with service account tokens', () => {
  let world: World;
  let clock: FakeClock;
  const audiences = [issuer];
  const authenticator = (others: readonly TokenKey[] = [ec], lookup = true, minor = 30) =>
    serviceAccountAuthenticator({
      keys: new TokenKeys(rsa, others),
      issuers: [issuer, 'https://second'],
      lookup,
      features: new ReleaseGates(minor),
      reader: world,
      vocabulary,
      clock,
      metrics: new AuthenticationMetrics(),
      secretTokens: { used: () => undefined },
    });
  /** `in` for an accepted token, otherwise how it is rejected: as unknown, or as invalid. */
  const outcome = (token: string, reader = authenticator()): 'in' | 'not ours' | 'refused' => {
    try {
      return reader.authenticateToken(token, audiences) ? 'in' : 'not ours';
    } catch (error) {
      if (error instanceof InvalidCredential) return 'refused';
      throw error;
    }
  };

  beforeEach(() => {
    world = new World();
    clock = new FakeClock(NOW * 1_000);
    world.put('secrets', 't1', 's', 'u-s', {
      data: { token: Buffer.from(signToken(rsa, legacy())).toString('base64') },
    });
  });

  describe('valid tokens are accepted', () => {
    const good: [string, () => string][] = [
      ['a token as it is issued', () => signToken(rsa, claims())],
      ['one of the second key', () => signToken(ec, claims())],
      ['one of the second issuer', () => signToken(rsa, claims({ iss: 'https://second' }))],
      ['an audience that is a text', () => signToken(rsa, claims({ aud: issuer }))],
      ['one of several audiences', () => signToken(rsa, claims({ aud: ['x', issuer] }))],
      ['no kid: any key', () => withHeader({ alg: 'RS256' })],
      ['no kid: any key, also another', () => withHeader({ alg: 'ES256' }, ec)],
      ['a token of a Secret', () => signToken(rsa, legacy())],
      ['nbf a little ahead: clocks differ', () => signToken(rsa, claims({ nbf: NOW + 30 }))],
    ];
    for (const [name, token] of good) it(`B-023 ${name}`, () => expect(outcome(token())).toBe('in'));
  });

  const hs256 = (secret: string | Buffer, header: object = { alg: 'HS256', kid: rsa.keyId }): string => {
    const input = `${json(header)}.${json(claims())}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const none = (alg: string, signature = ''): string =>
    `${json({ alg, kid: rsa.keyId })}.${json(claims())}.${signature}`;
  const signed = (): string => signToken(rsa, claims());
  const changed = (index: number, change: (part: string) => string): string => {
    const all = parts(signed());
    all[index] = change(all[index]!);
    return all.join('.');
  };
  const flipped = (part: string, at: number): string => {
    const bytes = Buffer.from(part, 'base64url');
    bytes[at < 0 ? bytes.length + at : at]! ^= 1;
    return bytes.toString('base64url');
  };

  const attacks: [row: string, name: string, token: () => string][] = [
    // Signatures.
    ['B-023', 'alg none', () => none('none')],
    ['B-023', 'alg None', () => none('None')],
    ['B-023', 'alg NONE', () => none('NONE')],
    ['B-023', 'alg none with a signature', () => none('none', parts(signed())[2])],
    ['B-023', 'no alg', () => withHeader({ kid: rsa.keyId })],
    ['B-023', 'alg that is a list', () => withHeader({ alg: ['RS256'], kid: rsa.keyId })],
    ['B-023', 'alg in lower case', () => withHeader({ alg: 'rs256', kid: rsa.keyId })],
    ['B-023', 'the signature stripped', () => `${signed().slice(0, signed().lastIndexOf('.'))}.`],
    ['B-023', 'the signature stripped with its dot', () => signed().slice(0, signed().lastIndexOf('.'))],
    ['B-023', 'HS256 with the public key in PEM', () => hs256(pem(rsaPair.publicKey))],
    ['B-023', 'HS256 with the public key in PEM, no line end', () => hs256(pem(rsaPair.publicKey).trim())],
    [
      'B-023',
      'HS256 with the public key in DER',
      () => hs256(rsaPair.publicKey.export({ type: 'spki', format: 'der' })),
    ],
    ['B-023', 'HS256 with nothing', () => hs256('')],
    ['B-023', 'HS256 that says RS256', () => hs256(pem(rsaPair.publicKey), { alg: 'RS256', kid: rsa.keyId })],
    ['B-023', 'a zero signature', () => changed(2, () => Buffer.alloc(256).toString('base64url'))],
    [
      'B-023',
      'an ECDSA signature of zeros (r = s = 0)',
      () => {
        const [header, body] = parts(signToken(ec, claims()));
        return `${header}.${body}.${Buffer.alloc(64).toString('base64url')}`;
      },
    ],
    [
      'B-023',
      'an ECDSA signature in DER',
      () => {
        const [header, body] = parts(signToken(ec, claims()));
        return `${header}.${body}.${sign('sha256', Buffer.from(`${header}.${body}`), ec.privateKey).toString('base64url')}`;
      },
    ],
    ['B-023', 'the first byte of the signature changed', () => changed(2, (part) => flipped(part, 0))],
    ['B-023', 'the last byte of the signature changed', () => changed(2, (part) => flipped(part, -1))],
    ['B-023', 'a signature cut off', () => changed(2, (part) => part.slice(0, -4))],
    ['B-023', 'a signature made longer', () => changed(2, (part) => `${part}AAAA`)],
    [
      'B-023',
      'the signature of another token',
      () => {
        const [header, body] = parts(signToken(rsa, claims(own({ serviceaccount: { name: 'b', uid: 'u2' } }))));
        return `${header}.${body}.${parts(signed())[2]}`;
      },
    ],
    ['B-023', 'claims changed', () => changed(1, () => json(claims({ exp: NOW + 999_999 })))],
    ['B-023', 'the header changed', () => changed(0, () => json({ kid: rsa.keyId, alg: 'RS256' }))],
    ['B-023', 'RS512 with the right key', () => withHeader({ alg: 'RS512', kid: rsa.keyId })],
    ['B-023', 'PS256 with the right key', () => withHeader({ alg: 'PS256', kid: rsa.keyId })],
    ['B-024', 'another key', () => signToken(foreignKey, claims())],
    ['B-024', 'another key with the kid of ours', () => signToken({ ...foreignKey, keyId: rsa.keyId }, claims())],
    ['B-024', 'another key without kid', () => withHeader({ alg: 'RS256' }, foreignKey)],
    // Keys.
    ['D-035', 'an unknown kid on a good signature', () => withHeader({ alg: 'RS256', kid: 'x' })],
    ['D-035', 'the kid of the other key', () => withHeader({ alg: 'RS256', kid: ec.keyId })],
    ['D-035', 'alg of one key, kid of the other', () => withHeader({ alg: 'ES256', kid: rsa.keyId }, ec)],
    ['D-035', 'kid that is a path', () => withHeader({ alg: 'RS256', kid: '../../../dev/null' })],
    ['D-035', 'kid that is __proto__', () => withHeader({ alg: 'RS256', kid: '__proto__' })],
    ['D-035', 'kid that is null', () => withHeader({ alg: 'RS256', kid: null })],
    ['D-035', 'kid that is a list', () => withHeader({ alg: 'RS256', kid: [rsa.keyId] })],
    ['D-035', 'kid that is empty', () => withHeader({ alg: 'RS256', kid: '' })],
    [
      'D-035',
      'a key in the header (jwk)',
      () => withHeader({ alg: 'RS256', jwk: foreignKey.publicKey.export({ format: 'jwk' }) }, foreignKey),
    ],
    [
      'D-035',
      'the address of a key in the header (jku)',
      () => withHeader({ alg: 'RS256', jku: 'https://evil.example/keys' }, foreignKey),
    ],
    [
      'D-035',
      'the address of a certificate (x5u)',
      () => withHeader({ alg: 'RS256', x5u: 'https://evil.example/crt' }, foreignKey),
    ],
    ['D-035', 'an unknown crit', () => withHeader({ alg: 'RS256', kid: rsa.keyId, crit: ['exp'] })],
    [
      'D-035',
      'claims that are not encoded (b64)',
      () => withHeader({ alg: 'RS256', kid: rsa.keyId, crit: ['b64'], b64: false }),
    ],
    // Malformed tokens.
    [
      'B-023',
      'two ways to write the last character',
      () => {
        const token = signed();
        const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        return token.slice(0, -1) + last[last.indexOf(token.at(-1)!) ^ 1]!;
      },
    ],
    ['B-023', 'padding', () => `${signed()}==`],
    [
      'B-023',
      'base64 instead of base64url',
      () => changed(2, (part) => Buffer.from(part, 'base64url').toString('base64')),
    ],
    ['B-023', 'a space inside', () => changed(1, (part) => `${part.slice(0, 5)} ${part.slice(5)}`)],
    ['B-023', 'a line end behind', () => `${signed()}\n`],
    ['B-023', 'four parts', () => `${signed()}.x`],
    ['B-023', 'five parts, as if encrypted', () => `${signed()}.x.y`],
    ['B-023', 'an empty header', () => changed(0, () => '')],
    ['B-023', 'claims that are a list', () => changed(1, () => Buffer.from('[]').toString('base64url'))],
    ['B-023', 'claims that are null', () => changed(1, () => Buffer.from('null').toString('base64url'))],
    ['B-023', 'claims that are not JSON', () => changed(1, () => Buffer.from('{').toString('base64url'))],
    ['B-023', 'dots alone', () => '..'],
    // Issuer and audience.
    ['D-028', 'another issuer', () => signToken(rsa, claims({ iss: 'https://evil.example' }))],
    ['D-028', 'an issuer that begins like ours', () => signToken(rsa, claims({ iss: `${issuer}.evil.example` }))],
    ['D-028', 'our issuer with a slash', () => signToken(rsa, claims({ iss: `${issuer}/` }))],
    ['D-028', 'our issuer in capitals', () => signToken(rsa, claims({ iss: issuer.toUpperCase() }))],
    ['D-028', 'issuers in a list', () => signToken(rsa, claims({ iss: [issuer] }))],
    ['D-028', 'no issuer', () => signToken(rsa, without('iss'))],
    ['D-029', 'another audience', () => signToken(rsa, claims({ aud: ['vault'] }))],
    ['D-029', 'no audience', () => signToken(rsa, without('aud'))],
    ['D-029', 'an empty list of audiences', () => signToken(rsa, claims({ aud: [] }))],
    ['D-029', 'audiences that are not strings', () => signToken(rsa, claims({ aud: [issuer, 1] }))],
    ['D-029', 'an audience that begins like ours', () => signToken(rsa, claims({ aud: [`${issuer}x`] }))],
    ['D-029', 'an audience that is an object', () => signToken(rsa, claims({ aud: { 0: issuer } }))],
    // Times.
    ['D-033', 'expired a second ago', () => signToken(rsa, claims({ exp: NOW - 1 }))],
    ['D-033', 'expiring this second', () => signToken(rsa, claims({ exp: NOW }))],
    ['D-033', 'no end', () => signToken(rsa, without('exp'))],
    ['D-033', 'an end that is a text', () => signToken(rsa, claims({ exp: '9999999999' }))],
    ['D-033', 'an end that is null', () => signToken(rsa, claims({ exp: null }))],
    ['D-033', 'good in an hour', () => signToken(rsa, claims({ nbf: NOW + 3_600 }))],
    ['D-033', 'a beginning that is a text', () => signToken(rsa, claims({ nbf: '0' }))],
    // Subject.
    ['D-034', 'sub of another account', () => signToken(rsa, claims({ sub: 'system:serviceaccount:t1:admin' }))],
    ['D-034', 'no sub', () => signToken(rsa, without('sub'))],
    ['D-034', 'no private claim', () => signToken(rsa, without('orch.io'))],
    [
      'D-034',
      'the private claim of the other vocabulary',
      () => signToken(rsa, { ...without('orch.io'), 'kubernetes.io': claims()['orch.io'] }),
    ],
    ['D-034', 'no namespace', () => signToken(rsa, claims(own({ namespace: '' })))],
    ['D-034', 'no uid', () => signToken(rsa, claims(own({ serviceaccount: { name: 'a' } })))],
    ['D-034', 'an empty uid', () => signToken(rsa, claims(own({ serviceaccount: { name: 'a', uid: '' } })))],
    ['D-034', 'bound to something unnamed', () => signToken(rsa, claims(own({ pod: {} })))],
    ['D-034', 'bound to null', () => signToken(rsa, claims(own({ pod: null })))],
    [
      'D-039',
      'an account that never was',
      () => {
        const other = { name: 'z', uid: 'u1' };
        return signToken(rsa, claims({ ...own({ serviceaccount: other }), sub: 'system:serviceaccount:t1:z' }));
      },
    ],
    [
      'D-039',
      'an account of another namespace',
      () => signToken(rsa, claims({ ...own({ namespace: 't2' }), sub: 'system:serviceaccount:t2:a' })),
    ],
    [
      'D-039',
      'an account that was recreated',
      () => signToken(rsa, claims(own({ serviceaccount: { name: 'a', uid: 'u0' } }))),
    ],
    ['D-039', 'a deleted pod', () => signToken(rsa, claims(own({ pod: { name: 'p', uid: 'x' } })))],
    ['D-039', 'a deleted secret', () => signToken(rsa, claims(own({ secret: { name: 'x', uid: 'x' } })))],
    ['D-039', 'a secret that is another now', () => signToken(rsa, claims(own({ secret: { name: 's', uid: 'x' } })))],
    ['D-039', 'a deleted node', () => signToken(rsa, claims(own({ node: { name: 'n', uid: 'x' } })))],
    // Tokens of Secrets.
    ['B-026', 'of a deleted Secret', () => signToken(rsa, legacy({ 'orch.io/serviceaccount/secret.name': 'gone' }))],
    ['B-026', 'of a Secret that holds another token', () => signToken(ec, legacy())],
    [
      'D-042',
      'with the uid of the account before',
      () => signToken(rsa, legacy({ 'orch.io/serviceaccount/service-account.uid': 'u0' })),
    ],
    ['D-042', 'naming another account in sub', () => signToken(rsa, legacy({ sub: 'system:serviceaccount:t1:b' }))],
    ['D-042', 'without a Secret', () => signToken(rsa, legacy({ 'orch.io/serviceaccount/secret.name': '' }))],
    [
      'D-042',
      'with the claims of a requested token, without expiry',
      () => signToken(rsa, { ...without('exp'), iss: 'orch/serviceaccount' }),
    ],
    ['D-042', 'with the issuer of requested tokens', () => signToken(rsa, legacy({ iss: issuer }))],
    ['D-042', 'of the other vocabulary', () => signToken(rsa, legacy({ iss: 'kubernetes/serviceaccount' }))],
  ];
  for (const [row, name, token] of attacks) {
    it(`${row} ${name}`, () => expect(outcome(token())).not.toBe('in'));
  }

  it('another library makes tokens that are accepted, and none with its other algorithms', async () => {
    const by = (alg: string, key: KeyObject | Uint8Array) =>
      new SignJWT(claims() as Record<string, string>).setProtectedHeader({ alg, kid: rsa.keyId }).sign(key);
    expect(outcome(await by('RS256', rsa.privateKey))).toBe('in');
    for (const alg of ['RS384', 'RS512', 'PS256', 'PS384', 'PS512']) {
      expect(outcome(await by(alg, rsa.privateKey))).toBe('refused');
    }
    expect(outcome(await by('HS256', Buffer.from(pem(rsaPair.publicKey))))).toBe('refused');
  });

  describe('a token that was valid before', () => {
    const bound = (kind: string, uid = 'u2') => signToken(rsa, claims(own({ [kind]: { name: 'x', uid } })));
    const changes: [row: string, name: string, token: () => string, change: () => void][] = [
      ['D-033', 'expires', () => signed(), () => clock.advance(3_600_000)],
      ['D-039', 'loses its account', () => signed(), () => world.remove('serviceaccounts', 't1', 'a')],
      [
        'D-039',
        'has an account that was recreated',
        () => signed(),
        () => world.put('serviceaccounts', 't1', 'a', 'u9'),
      ],
      [
        'D-039',
        'has an account that is being deleted',
        () => signed(),
        () =>
          world.put('serviceaccounts', 't1', 'a', 'u1', { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } }),
      ],
      ['D-039', 'loses its pod', () => bound('pod'), () => world.remove('pods', 't1', 'x')],
      ['D-039', 'has a pod that was recreated', () => bound('pod'), () => world.put('pods', 't1', 'x', 'u9')],
      ['D-039', 'loses its secret', () => bound('secret'), () => world.remove('secrets', 't1', 'x')],
      ['D-039', 'has a secret that was recreated', () => bound('secret'), () => world.put('secrets', 't1', 'x', 'u9')],
      ['D-039', 'loses its node', () => bound('node'), () => world.remove('nodes', '', 'x')],
      [
        'B-026',
        'loses the Secret it lies in',
        () => signToken(rsa, legacy()),
        () => world.remove('secrets', 't1', 's'),
      ],
      [
        'B-026',
        'is exchanged in its Secret',
        () => signToken(rsa, legacy()),
        () => world.put('secrets', 't1', 's', 'u-s', { data: { token: 'b3RoZXI=' } }),
      ],
      [
        'B-026',
        'is taken out of its Secret',
        () => signToken(rsa, legacy()),
        () => world.put('secrets', 't1', 's', 'u-s', {}),
      ],
    ];
    it('a token is rejected while its Secret is marked as invalid, with a value, from release 1.29 on', () => {
      const token = signToken(rsa, legacy());
      const data = { token: Buffer.from(token).toString('base64') };
      const mark = (value?: string) =>
        world.put('secrets', 't1', 's', 'u-s', {
          metadata: { labels: value === undefined ? {} : { 'orch.io/legacy-token-invalid-since': value } },
          data,
        });
      const [reader, withoutLookup, older] = [authenticator(), authenticator([], false), authenticator([], true, 28)];
      const outcomes = [undefined, '', '2023-10-27', undefined].map((value) => {
        mark(value);
        return [reader, withoutLookup, older].map((one) => outcome(token, one));
      });
      expect(outcomes).toEqual([
        ['in', 'in', 'in'],
        ['in', 'in', 'in'],
        ['refused', 'in', 'in'],
        ['in', 'in', 'in'],
      ]);
    });
    for (const [row, name, token, change] of changes) {
      it(`${row} D-006 is rejected at once when it ${name}`, () => {
        for (const [resource, namespace] of [
          ['pods', 't1'],
          ['secrets', 't1'],
          ['nodes', ''],
        ] as const) {
          world.put(resource, namespace, 'x', 'u2');
        }
        const reader = authenticator();
        const sent = token();
        expect([outcome(sent, reader), outcome(sent, reader)]).toEqual(['in', 'in']);
        change();
        expect(outcome(sent, reader)).toBe('refused');
      });
    }

    it('D-039 a terminating pod may still call, for a minute after its grace period', () => {
      const deletionTimestamp = new Date((NOW + 30) * 1_000).toISOString();
      world.put('pods', 't1', 'x', 'u2', { metadata: { deletionTimestamp } });
      const reader = authenticator();
      const sent = bound('pod');
      clock.advance(89_000);
      expect(outcome(sent, reader)).toBe('in');
      clock.advance(2_000);
      expect(outcome(sent, reader)).toBe('refused');
    });
    it('D-029 D-006 a token valid for one audience is invalid for another', () => {
      const reader = authenticator();
      const sent = signToken(rsa, claims({ aud: [issuer, 'a'] }));
      expect(outcome(sent, reader)).toBe('in');
      expect(reader.authenticateToken(sent, ['b', 'a'])).toMatchObject({ audiences: ['a'] });
      expect(() => reader.authenticateToken(sent, ['b'])).toThrow(InvalidCredential);
      expect(reader.authenticateToken(sent, audiences)).toMatchObject({ audiences: [issuer] });
    });
    it('D-029 thousands of audiences of a token and of a review are not compared with each other', () => {
      const many = (prefix: string): string[] => Array.from({ length: 2_000 }, (_, n) => `${prefix}${n}`);
      const sent = signToken(rsa, claims({ aud: many('a') }));
      const searched = jest.spyOn(Array.prototype, 'includes');
      const found = authenticator().authenticateToken(sent, [...many('b'), 'a7']);
      const lengths = searched.mock.contexts.map((list) => (list as unknown[]).length);
      searched.mockRestore();
      expect(found).toMatchObject({ audiences: ['a7'] });
      expect(lengths.filter((length) => length >= 2_000)).toEqual([]);
    });
    it('a token longer than any in a header is not decoded, although it is signed', () => {
      const padded = (length: number): string => signToken(rsa, claims({ padding: 'x'.repeat(length) }));
      expect([outcome(padded(190_000)), outcome(padded(200_000))]).toEqual(['in', 'not ours']);
    });
    it('B-027 without lookup only its expiry ends it', () => {
      const reader = authenticator([], false);
      world.remove('serviceaccounts', 't1', 'a');
      world.remove('secrets', 't1', 's');
      const sent = [signed(), signToken(rsa, legacy())];
      expect(sent.map((token) => outcome(token, reader))).toEqual(['in', 'in']);
      clock.advance(3_600_000);
      expect(sent.map((token) => outcome(token, reader))).toEqual(['refused', 'in']);
    });
    it('B-026 a token as long as the one in its Secret is rejected', () => {
      const sent = signToken(foreignKey, legacy());
      expect(sent).toHaveLength(signToken(rsa, legacy()).length);
      expect(outcome(sent, authenticator([foreignKey]))).toBe('refused');
    });
    it('D-006 an invalid token is accepted when it becomes valid', () => {
      const reader = authenticator();
      world.remove('serviceaccounts', 't1', 'a');
      const sent = signed();
      expect(outcome(sent, reader)).toBe('refused');
      world.put('serviceaccounts', 't1', 'a', 'u1');
      expect(outcome(sent, reader)).toBe('in');
    });
  });

  it('no error contains a part of the token', () => {
    const sent = signToken(foreignKey, claims());
    try {
      void authenticator().authenticateToken(sent, audiences);
    } catch (error) {
      for (const part of parts(sent)) expect(String((error as Error).stack)).not.toContain(part);
    }
    expect.assertions(3);
  });
});
