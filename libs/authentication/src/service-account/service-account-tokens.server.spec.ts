import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type Answer, TestServer } from '@orch/server-testing';
import { Entry } from '@orch/registry';
import { TokenServer } from './token-server.fixture.js';

type Fields = Record<string, unknown>;
const status = ({ json }: Answer): Fields => json['status'] as Fields;
const named = (kind: string, name: string, uid?: string): Fields => ({
  apiVersion: 'v1',
  kind,
  name,
  ...(uid && { uid }),
});

afterAll(() => TestServer.closeAll());

for (const vocabulary of ['orch', 'kubernetes'] as const) {
  const domain = vocabulary === 'orch' ? 'orch.io' : 'kubernetes.io';

  describe(`service account tokens in the vocabulary ${vocabulary}`, () => {
    let server: TokenServer;
    let uid: string;
    beforeAll(async () => {
      server = await TokenServer.start({ vocabulary });
      uid = await server.account('a');
    });
    afterAll(() => server?.close());

    it('B-022 B-028 B-029 B-004 D-031 D-036 a requested token is accepted, without any flag', async () => {
      const before = Date.now();
      const answer = await server.request('a');
      expect([answer.code, answer.json['kind'], answer.json['apiVersion']]).toEqual([
        201,
        'TokenRequest',
        `authentication.${vocabulary === 'orch' ? 'orch' : 'k8s'}.io/v1`,
      ]);
      const { token, expirationTimestamp } = status(answer) as { token: string; expirationTimestamp: string };
      const lifetime = Date.parse(expirationTimestamp) - before;
      expect(lifetime).toBeGreaterThan(3_598_000);
      expect(lifetime).toBeLessThan(3_700_000);
      expect(await server.userOf(token)).toMatchObject({
        username: 'system:serviceaccount:t1:a',
        uid,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:t1', 'system:authenticated'],
      });
    });

    it('a request of more than 64 KiB is refused', async () => {
      const { code, json } = await server.request('a', { audiences: ['x'.repeat(65_536)] });
      expect([code, json.reason]).toEqual([413, 'RequestEntityTooLarge']);
    });

    it('a request without a lifetime has the default one, and its sender owns it', async () => {
      const { json } = await server.request('a');
      expect(json['spec']).toMatchObject({ expirationSeconds: 3_600 });
      const { managedFields } = json['metadata'] as { managedFields: readonly object[] };
      expect(managedFields).toEqual([
        expect.objectContaining({
          operation: 'Update',
          subresource: 'token',
          fieldsV1: { 'f:spec': expect.objectContaining({ 'f:expirationSeconds': {} }) as object },
        }),
      ]);
    });

    it('decodes no account, pod or Secret of a token, however large, neither to issue nor to verify it', async () => {
      const long = Array.from({ length: 6_000 }, (_, i) => ({ name: `name-${i}` }));
      const ofLarge = await server.make('serviceaccounts', 'large', { secrets: [...long, { name: 'kept' }] });
      const podUid = await server.pod('large', {
        serviceAccountName: 'large',
        containers: [{ name: 'c', image: 'i', env: long }],
      });
      const data = Object.fromEntries(long.map(({ name }) => [name, 'eA==']));
      const secretUid = await server.make('secrets', 'large', { data });
      const kept = await server.tokenSecret('kept', 'large', ofLarge);
      await server.merge('secrets', 'kept', { data });
      const decoded: number[] = [];
      const parse = jest.spyOn(Entry.prototype, 'parse').mockImplementation(function (this: Entry) {
        decoded.push(this.length);
        return JSON.parse(this.bytes.toString()) as ReturnType<Entry['parse']>;
      });
      const tokens = [
        await server.token('large'),
        await server.token('large', { boundObjectRef: named('Pod', 'large', podUid) }),
        await server.token('large', { boundObjectRef: named('Secret', 'large', secretUid) }),
        kept,
      ];
      const users = await Promise.all(tokens.map((token) => server.userOf(token)));
      parse.mockRestore();
      expect(users.map((user) => (user as Fields)['username'])).toEqual(
        Array<string>(4).fill('system:serviceaccount:t1:large'),
      );
      expect(decoded.filter((bytes) => bytes > 65_536)).toEqual([]);
    });

    it('B-023 three parts in base64url; a changed byte gives 401', async () => {
      const token = await server.token('a');
      expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const at = token.length - 10;
      expect(await server.userOf(token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1))).toBe(401);
    });

    it('D-033 D-034 D-035 D-037 claims of the token', async () => {
      const podUid = await server.pod('claims', { serviceAccountName: 'a' });
      const token = await server.token('a', { boundObjectRef: named('Pod', 'claims') });
      const issuer = `https://${vocabulary}.default.svc.cluster.local`;
      const claims = decodeJwt(token);
      expect(claims).toEqual({
        iss: issuer,
        aud: [issuer],
        sub: 'system:serviceaccount:t1:a',
        iat: expect.any(Number),
        nbf: claims.iat,
        exp: claims.iat! + 3600,
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
        [domain]: {
          namespace: 't1',
          serviceaccount: { name: 'a', uid },
          pod: { name: 'claims', uid: podUid },
        },
      });
      const { alg, kid } = decodeProtectedHeader(token);
      const key = await server.keyOf('apiserver.key');
      expect([alg, kid]).toEqual([key.algorithm, key.keyId]);
    });

    it('D-034 a token of a secret, of a node, and of a pod that requests an hour', async () => {
      const secretUid = await server.make('secrets', 'bound');
      const own = async (requested: Parameters<TokenServer['token']>[1]) =>
        decodeJwt(await server.token('a', requested))[domain] as Fields;
      expect((await own({ boundObjectRef: named('Secret', 'bound') }))['secret']).toEqual({
        name: 'bound',
        uid: secretUid,
      });
      const made = await server.post('/api/v1/nodes', { metadata: { name: 'n' } });
      const nodeUid = (made.json['metadata'] as { uid: string }).uid;
      expect((await own({ boundObjectRef: named('Node', 'n') }))['node']).toEqual({ name: 'n', uid: nodeUid });
      await server.pod('hour', { serviceAccountName: 'a' });
      const answer = await server.request('a', { boundObjectRef: named('Pod', 'hour'), expirationSeconds: 3607 });
      const claims = decodeJwt(String(status(answer)['token']));
      expect((claims[domain] as Fields)['warnafter']).toBe(claims.iat! + 3607);
      expect(claims.exp! - claims.iat!).toBe(365 * 86_400);
      expect(Date.parse(String(status(answer)['expirationTimestamp'])) / 1_000 - claims.iat!).toBe(3607);
    });

    it('D-032 a token of a pod adds pod and node, and its id, as extra', async () => {
      const podUid = await server.pod('p', { serviceAccountName: 'a', nodeName: 'n' });
      const node = (await server.get('/api/v1/nodes/n')).json['metadata'] as { uid: string };
      const token = await server.token('a', { boundObjectRef: named('Pod', 'p') });
      expect(await server.userOf(token)).toMatchObject({
        extra: {
          [`authentication.${domain}/pod-name`]: ['p'],
          [`authentication.${domain}/pod-uid`]: [podUid],
          [`authentication.${domain}/node-name`]: ['n'],
          [`authentication.${domain}/node-uid`]: [node.uid],
          [`authentication.${domain}/credential-id`]: [`JTI=${decodeJwt(token).jti}`],
        },
      });
    });

    it('D-032 a token of a pod names a node that does not exist, without its uid', async () => {
      await server.pod('early', { serviceAccountName: 'a', nodeName: 'missing' });
      const token = await server.token('a', { boundObjectRef: named('Pod', 'early') });
      expect((decodeJwt(token)[domain] as Fields)['node']).toEqual({ name: 'missing' });
      const { extra } = (await server.userOf(token)) as { readonly extra: Fields };
      expect(extra[`authentication.${domain}/node-name`]).toEqual(['missing']);
      expect(extra).not.toHaveProperty([`authentication.${domain}/node-uid`]);
    });

    it('B-032 D-042 B-026 D-026 D-006 the token of a Secret is valid while that Secret has it', async () => {
      const accountUid = await server.account('legacy');
      const token = await server.tokenSecret('s', 'legacy', accountUid);
      expect(await server.userOf(token)).toMatchObject({
        username: 'system:serviceaccount:t1:legacy',
        uid: accountUid,
        groups: expect.arrayContaining(['system:serviceaccounts:t1']),
      });
      expect(decodeJwt(token)).toMatchObject({ iss: `${vocabulary}/serviceaccount` });
      await server.merge('secrets', 's', { data: { token: 'b3RoZXI=' } });
      expect(await server.userOf(token)).toBe(401);
      const second = await server.tokenSecret('s2', 'legacy', accountUid);
      expect(await server.userOf(second)).toMatchObject({ uid: accountUid });
      await server.delete('secrets', 's2');
      expect(await server.userOf(second)).toBe(401);
      const third = await server.tokenSecret('s3', 'legacy', accountUid);
      expect(await server.userOf(third)).toMatchObject({ uid: accountUid });
      await server.delete('serviceaccounts', 'legacy');
      expect(await server.userOf(third)).toBe(401);
    });

    it('D-041 a token Secret without the annotation is rejected', async () => {
      const type = `${domain}/service-account-token`;
      const { code, text } = await server.post(server.in('secrets'), { metadata: { name: 'none' }, type });
      expect([code, text]).toEqual([422, expect.stringContaining(`${domain}/service-account.name`)]);
    });

    it('D-039 a token is revoked with its bound object, and with its account', async () => {
      const first = await server.account('goes');
      await server.pod('gp', { serviceAccountName: 'goes' });
      await server.make('secrets', 'gs');
      await server.post('/api/v1/nodes', { metadata: { name: 'gn' } });
      const ofPod = await server.token('goes', { boundObjectRef: named('Pod', 'gp') });
      const ofSecret = await server.token('goes', { boundObjectRef: named('Secret', 'gs') });
      const ofNode = await server.token('goes', { boundObjectRef: named('Node', 'gn') });
      const free = await server.token('goes');
      const all = [ofPod, ofSecret, ofNode, free];
      const good = () => Promise.all(all.map(async (token) => typeof (await server.userOf(token)) === 'object'));
      expect(await good()).toEqual([true, true, true, true]);
      await server.delete('pods', 'gp');
      expect(await good()).toEqual([false, true, true, true]);
      await server.pod('gp', { serviceAccountName: 'goes' }); // another one of that name
      await server.delete('secrets', 'gs');
      expect(await good()).toEqual([false, false, true, true]);
      const admin = await server.server.admin();
      await server.server.call('/api/v1/nodes/gn', { method: 'DELETE', agent: admin });
      expect(await good()).toEqual([false, false, false, true]);
      await server.delete('serviceaccounts', 'goes');
      expect(await good()).toEqual([false, false, false, false]);
      expect(await server.account('goes')).not.toBe(first);
      expect(await good()).toEqual([false, false, false, false]);
    });

    it('D-008 D-009 TokenReview returns the audiences of a token', async () => {
      const free = await server.token('a');
      expect(await server.review(free)).toMatchObject({
        authenticated: true,
        user: { username: 'system:serviceaccount:t1:a', uid },
        audiences: [`https://${vocabulary}.default.svc.cluster.local`],
      });
      const token = await server.token('a', { audiences: ['a'] });
      expect(await server.review(token, ['a', 'b'])).toMatchObject({ authenticated: true, audiences: ['a'] });
      const rejected = {
        ...(vocabulary === 'orch' ? { authenticated: false } : {}), // the reference leaves it out
        user: {},
        error: 'invalid bearer token',
      };
      for (const audiences of [['b'], undefined]) expect(await server.review(token, audiences)).toEqual(rejected);
      expect(await server.review('x.y.z')).toEqual(rejected);
      expect(await server.review('')).toBe(400);
    });

    it('D-029 a token for other audiences gives 401', async () => {
      const token = await server.token('a', { audiences: ['vault'] });
      expect(decodeJwt(token).aud).toEqual(['vault']);
      expect(await server.userOf(token)).toBe(401);
    });

    it('D-046 D-047 D-048 discovery for verifiers, with permission', async () => {
      const token = await server.token('a');
      const configuration = await server.get('/.well-known/openid-configuration', token);
      const issuer = `https://${vocabulary}.default.svc.cluster.local`;
      expect([configuration.code, configuration.json]).toEqual([
        200,
        {
          issuer,
          jwks_uri: `${server.server.server.url}/openid/v1/jwks`,
          response_types_supported: ['id_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
        },
      ]);
      const keys = await server.get('/openid/v1/jwks', token);
      expect([configuration, keys].map(({ headers }) => [headers['content-type'], headers['cache-control']])).toEqual([
        ['application/json', 'public, max-age=3600'],
        ['application/jwk-set+json', 'public, max-age=3600'],
      ]);
      for (const path of ['/.well-known/openid-configuration', '/openid/v1/jwks']) {
        expect((await server.server.call(path)).code).toBe(403);
      }
      expect((await server.get('/openid/v1')).code).toBe(404);
      expect((await server.get('/.well-known/x')).code).toBe(404);
      const set = JSON.stringify(keys.json) + keys.text;
      for (const member of ['"d":', '"p":', '"q":']) expect(set).not.toContain(member);
    });
  });
}

describe('token requests', () => {
  let server: TokenServer;
  beforeAll(async () => {
    server = await TokenServer.start();
    await server.account('a');
    await server.account('b');
    await server.pod('of-b', { serviceAccountName: 'b' });
  });
  afterAll(() => server?.close());

  const requested: [row: string, name: string, spec: object, code: number, text: string][] = [
    ['D-037', '599 s', { expirationSeconds: 599 }, 422, 'may not specify a duration less than 10 minutes'],
    ['D-037', '600 s', { expirationSeconds: 600 }, 201, ''],
    ['D-037', '2^32 s', { expirationSeconds: 2 ** 32 }, 201, ''],
    ['D-037', '2^32 + 1 s', { expirationSeconds: 2 ** 32 + 1 }, 422, 'larger than 2^32 seconds'],
    ['D-038', 'a pod that is not there', { boundObjectRef: named('Pod', 'no') }, 404, 'pods \\"no\\" not found'],
    [
      'D-038',
      'a secret that is not there',
      { boundObjectRef: named('Secret', 'no') },
      404,
      'secrets \\"no\\" not found',
    ],
    ['D-038', 'a node that is not there', { boundObjectRef: named('Node', 'no') }, 404, 'nodes \\"no\\" not found'],
    [
      'D-038',
      'a pod of another account',
      { boundObjectRef: named('Pod', 'of-b') },
      400,
      'different serviceaccount name',
    ],
    ['D-038', 'another kind', { boundObjectRef: named('ConfigMap', 'c') }, 400, 'object of type /v1, Kind=ConfigMap'],
    [
      'D-038',
      'a kind of another group',
      { boundObjectRef: { apiVersion: 'apps/v1', kind: 'Pod', name: 'of-b' } },
      400,
      'apps/v1, Kind=Pod',
    ],
  ];
  for (const [row, name, spec, code, text] of requested) {
    it(`${row} ${name} gives ${code}`, async () => {
      const answer = await server.request('a', spec);
      expect([answer.code, answer.text]).toEqual([code, expect.stringContaining(text)]);
    });
  }

  it('D-038 another uid gives 409', async () => {
    const answer = await server.request('b', { boundObjectRef: named('Pod', 'of-b', 'other') });
    expect([answer.code, answer.json.reason]).toEqual([409, 'Conflict']);
  });
  it('D-036 a missing account gives 404', async () => {
    const answer = await server.request('missing');
    expect([answer.code, answer.json.message]).toEqual([404, 'serviceaccounts "missing" not found']);
  });
  it('D-036 only POST is supported', async () => {
    expect((await server.get(`${server.in('serviceaccounts')}/a/token`)).code).toBe(405);
  });
  it('D-036 a body that does not match the path is refused', async () => {
    const path = `${server.in('serviceaccounts')}/a/token`;
    expect((await server.post(path, { metadata: { name: 'b' }, spec: {} })).code).toBe(422);
    expect((await server.post(path, { metadata: { namespace: 'default' }, spec: {} })).code).toBe(400);
    expect((await server.post(path, { kind: 'Eviction', apiVersion: 'policy/v1' })).code).toBe(400);
  });
  it('D-036 is part of discovery', async () => {
    const { json } = await server.get('/api/v1');
    expect((json['resources'] as Fields[]).find(({ name }) => name === 'serviceaccounts/token')).toEqual({
      name: 'serviceaccounts/token',
      singularName: '',
      namespaced: true,
      group: 'authentication.orch.io',
      version: 'v1',
      kind: 'TokenRequest',
      verbs: ['create'],
    });
  });
  it('D-037 a dry run returns no token', async () => {
    const answer = await server.request('a', {}, '?dryRun=All');
    expect([answer.code, status(answer)['token']]).toEqual([201, '']);
  });
  it('D-036 a user without permission gets none', async () => {
    const token = await server.token('a');
    const path = `${server.in('serviceaccounts')}/b/token`;
    const { code } = await server.server.call(path, { method: 'POST', body: { spec: {} }, token });
    expect(code).toBe(403);
  });
});

it('B-027 D-026 without lookup signed tokens stay valid', async () => {
  const server = await TokenServer.start({ serviceAccount: { lookup: false } });
  const uid = await server.account('a');
  const tokens = [await server.token('a'), await server.tokenSecret('s', 'a', uid)];
  await server.delete('secrets', 's');
  await server.delete('serviceaccounts', 'a');
  for (const token of tokens) expect(await server.userOf(token)).toMatchObject({ uid });
  await server.close();
});

it('D-030 requested lifetimes are capped silently', async () => {
  const server = await TokenServer.start({ serviceAccount: { maxExpirationSeconds: 3_600 } });
  await server.account('a');
  const answer = await server.request('a', { expirationSeconds: 86_400 });
  const { exp, iat } = decodeJwt(String(status(answer)['token']));
  expect([exp! - iat!, answer.headers['warning']]).toEqual([3_600, undefined]);
  await server.close();
});

it('D-034 lifetimes of pods are not extended when disabled', async () => {
  const server = await TokenServer.start({ serviceAccount: { extendExpiration: false } });
  await server.account('a');
  await server.pod('p', { serviceAccountName: 'a' });
  const { exp, iat } = decodeJwt(
    await server.token('a', { boundObjectRef: named('Pod', 'p'), expirationSeconds: 3_607 }),
  );
  expect(exp! - iat!).toBe(3_607);
  await server.close();
});

it('B-030 B-031 a pod gets an account and its token as a volume; without one it is rejected', async () => {
  const server = await TokenServer.start({ disableAdmissionPlugins: [] });
  const refused = await server.post(server.in('pods'), {
    metadata: { name: 'early' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
  expect([refused.code, refused.json.message]).toEqual([
    403,
    'pods "early" is forbidden: error looking up service account t1/default: serviceaccount "default" not found',
  ]);
  const waiting = server.pod('p');
  await server.account('default');
  const uid = await waiting;
  const { json } = await server.get(`${server.in('pods')}/p`);
  expect(json['spec']).toMatchObject({
    serviceAccountName: 'default',
    volumes: [{ projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607 } }, {}, {}] } }],
    containers: [{ volumeMounts: [{ mountPath: '/var/run/secrets/orch.io/serviceaccount', readOnly: true }] }],
  });
  const token = await server.token('default', { boundObjectRef: named('Pod', 'p', uid) });
  expect(await server.userOf(token)).toMatchObject({ username: 'system:serviceaccount:t1:default' });
  await server.close();
});
