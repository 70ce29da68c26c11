import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags, UsageError } from '@orch/process';
import { OidcProvider } from '../../../../test/support/oidc-provider.js';
import { TestServer } from '@orch/server-testing';
import { apiServerFlags, optionsFromFlags } from '@orch/server';
import { HandMadeIssuer, issuersCaPem, KEYS_CAME, RecordedLog, servingPair } from '@orch/testing';

const SSR = '/apis/authentication.orch.io/v1/selfsubjectreviews';
const RELOADED = 'authentication configuration reloaded';
const INVALID = 'invalid authentication configuration';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orch-authentication-'));
  file = join(directory, 'authentication.yaml');
});
afterEach(async () => {
  await TestServer.closeAll();
  await HandMadeIssuer.stopAll();
  await rm(directory, { recursive: true });
});

const entry = async (url: string, changes: object = {}, prefix = '') => ({
  issuer: { url, audiences: ['orch-cli'], certificateAuthority: await issuersCaPem(), ...changes },
  claimMappings: { username: { claim: 'sub', prefix }, groups: { claim: 'groups', prefix } },
});
const document = (jwt: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ apiVersion: 'apiserver.config.orch.io/v1beta1', kind: 'AuthenticationConfiguration', jwt, ...more });
/** Replaces the file as editors and mounted configuration do: by rename. */
async function replace(text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
async function started(text: string): Promise<{ server: TestServer; log: RecordedLog }> {
  await writeFile(file, text);
  const log = new RecordedLog();
  return { log, server: await TestServer.start({ authenticationConfigFile: file }, { log }) };
}
const untilKeysOf = async (log: RecordedLog, count: number): Promise<void> => {
  for (let from = 0, seen = 0; seen < count; seen++) from = log.lines.indexOf(await log.until(KEYS_CAME, from)) + 1;
};
async function whoIs(server: TestServer, token: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const { code, json } = await server.call(SSR, { method: 'POST', token, body: {}, headers });
  return code === 201 ? (json['status'] as { userInfo: { username: string } }).userInfo.username : code;
}

describe('--authentication-config', () => {
  it('D-055 D-056 accepts tokens of two real providers, each by its own rules', async () => {
    const { certificatePem: cert, privateKeyPem: key } = await servingPair();
    const setup = { cert, key, ca: await issuersCaPem(), accounts: { jane: {} } };
    const providers = await Promise.all([OidcProvider.start(setup), OidcProvider.start({ ...setup, alg: 'ES256' })]);
    try {
      const [first, second] = providers;
      const audiences = { audiences: ['dashboard', 'other'], audienceMatchPolicy: 'MatchAny' };
      const { server, log } = await started(
        document([await entry(first.issuer, {}, 'a:'), await entry(second.issuer, audiences, 'b:')]),
      );
      await untilKeysOf(log, 2);
      expect(await whoIs(server, (await first.signIn('jane')).id_token)).toBe('a:jane');
      expect(await whoIs(server, (await second.signIn('jane', 'other')).id_token)).toBe('b:jane');
      expect(await whoIs(server, (await second.signIn('jane')).id_token)).toBe(401);
    } finally {
      await Promise.all(providers.map((provider) => provider.stop()));
    }
  });

  it('D-056 finds the documents of an issuer at discoveryURL', async () => {
    const issuer = await HandMadeIssuer.start();
    const discoveryURL = `${issuer.url}/elsewhere`;
    issuer.serve('/elsewhere', { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` });
    const { server, log } = await started(document([await entry(issuer.url, { discoveryURL })]));
    await untilKeysOf(log, 1);
    expect(await whoIs(server, await issuer.token())).toBe('jane');
    expect(issuer.asked).toEqual(['/elsewhere', '/keys']);
  });

  it('D-058 reloads the file, and keeps the last valid content while it is invalid', async () => {
    const [first, second] = [await HandMadeIssuer.start(), await HandMadeIssuer.start()];
    const { server, log } = await started(document([await entry(first.url)]));
    await untilKeysOf(log, 1);
    expect([await whoIs(server, await first.token()), await whoIs(server, await second.token())]).toEqual([
      'jane',
      401,
    ]);

    await replace(document([await entry(first.url), await entry(second.url, {}, 'b:')]));
    await log.until(RELOADED);
    await untilKeysOf(log, 2);
    expect([await whoIs(server, await first.token()), await whoIs(server, await second.token())]).toEqual([
      'jane',
      'b:jane',
    ]);
    expect(first.asked).toHaveLength(2); // unchanged issuers are not requested again

    await replace('jwt: [garbage');
    expect((await log.until(INVALID)).level).toBe('error');
    expect([await whoIs(server, await first.token()), await whoIs(server, await second.token())]).toEqual([
      'jane',
      'b:jane',
    ]);

    const seen = log.lines.length;
    await replace(document([await entry(second.url, {}, 'b:')]));
    await log.until(RELOADED, seen);
    expect([await whoIs(server, await first.token()), await whoIs(server, await second.token())]).toEqual([
      401,
      'b:jane',
    ]);
  });

  it('counts tokens of an issuer that are verified, by result, and reloads of the file by status', async () => {
    const issuer = await HandMadeIssuer.start();
    const { server, log } = await started(document([await entry(issuer.url)]));
    await untilKeysOf(log, 1);
    const page = async () => (await server.call('/metrics', { agent: await server.admin() })).text;
    const before = await page();
    expect(before).toContain('# TYPE apiserver_authentication_jwt_authenticator_latency_seconds histogram\n');
    expect(before).not.toMatch(/^apiserver_authentication_(jwt|config)/m);
    const token = await issuer.token();
    // The second use is cached; the third token has a bad signature.
    for (const [sent, name] of [[token, 'jane'], [token, 'jane'], [`${token.slice(0, -4)}AAAA`, 401]] as const)
      expect(await whoIs(server, sent)).toBe(name);
    await replace(document([await entry(issuer.url, {}, 'b:')]));
    await log.until(RELOADED);
    await replace('jwt: [garbage');
    await log.until(INVALID);
    const text = await page();
    const hash = createHash('sha256').update(issuer.url).digest('hex');
    const of = (result: string) => `{result="${result}",jwt_issuer_hash="sha256:${hash}"`;
    const latency = 'apiserver_authentication_jwt_authenticator_latency_seconds';
    for (const result of ['success', 'failure']) expect(text).toContain(`\n${latency}_count${of(result)}} 1\n`);
    const bounds = [...text.matchAll(/^apiserver_authentication_jwt.*bucket\{result="success",.*le="([^"]+)"/gm)];
    expect(bounds.map(([, bound]) => bound)).toEqual(
      ['0.001', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '+Inf'], // prettier-ignore
    );
    const reload = 'apiserver_authentication_config_controller_automatic_reload';
    for (const status of ['success', 'failure']) {
      expect(text).toContain(`\n${reload}s_total{status="${status}"} 1\n`);
      const [, seconds] = new RegExp(`^${reload}_last_timestamp_seconds\\{status="${status}"\\} (\\S+)$`, 'm').exec(text)!;
      expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(3_600);
    }
    expect(text).toContain('\nauthentication_token_cache_request_total{status="hit"} 1\n');
    expect(text).toContain('\nauthentication_token_cache_fetch_total{status="error"} 1\n');
  }); // prettier-ignore

  it('D-058 a changed rule applies to cached tokens', async () => {
    const issuer = await HandMadeIssuer.start();
    const { server, log } = await started(document([await entry(issuer.url)]));
    await untilKeysOf(log, 1);
    const token = await issuer.token();
    expect(await whoIs(server, token)).toBe('jane');
    await replace(document([await entry(issuer.url, { audiences: ['dashboard'] })]));
    await log.until(RELOADED);
    expect(await whoIs(server, token)).toBe(401);
    // The keys of the issuer stay.
    expect(await whoIs(server, await issuer.token({ claims: { aud: 'dashboard' } }))).toBe('jane');
  });

  /** An issuer with rules in expressions only. */
  const computed = async (url: string) => ({
    issuer: { url, audiences: ['orch-cli'], certificateAuthority: await issuersCaPem() },
    claimMappings: {
      username: { expression: 'claims.email.split("@")[0] + ":" + claims.sub' },
      groups: { expression: 'claims.?roles.orValue([]).filter(r, r.matches("^[a-z]+$")).map(r, "oidc:" + r)' },
      uid: { expression: 'string(claims.?number.orValue(0))' },
      extra: [{ key: 'example.com/org', valueExpression: 'claims.?org.orValue("")' }],
    },
    claimValidationRules: [
      { expression: 'claims.?email_verified.orValue(true)', message: 'the address is not verified' },
      { expression: 'claims.exp - claims.iat <= 3600', message: 'tokens may be good for an hour' },
    ],
    userValidationRules: [
      { expression: "!user.username.startsWith('system:')", message: 'names of the system are not for you' },
      { expression: "user.groups.all(g, !g.endsWith('root'))" },
    ],
  });
  const jane = { email: 'jane@example.com' };

  it('D-057 a user computed by expressions shows in SelfSubjectReview', async () => {
    const issuer = await HandMadeIssuer.start();
    const { server, log } = await started(document([await computed(issuer.url)]));
    await untilKeysOf(log, 1);
    const token = await issuer.token({
      claims: { ...jane, email_verified: true, roles: ['dev', 'X', 'ops'], number: 7, org: ['a', 'b'] },
    });
    const headers = { 'content-type': 'application/json' };
    const { json } = await server.call(SSR, { method: 'POST', token, body: {}, headers });
    expect(json['status']).toEqual({
      userInfo: {
        username: 'jane:jane',
        uid: '7',
        groups: ['oidc:dev', 'oidc:ops', 'system:authenticated'],
        extra: { 'example.com/org': ['a', 'b'] },
      },
    });
  });

  it('D-057 rules for claims and users reject tokens', async () => {
    const issuer = await HandMadeIssuer.start();
    const { server, log } = await started(document([await computed(issuer.url)]));
    await untilKeysOf(log, 1);
    const iat = Math.floor(Date.now() / 1000);
    const cases: readonly [claims: Record<string, unknown>, want: unknown][] = [
      [jane, 'jane:jane'],
      [{ email: 'system@example.com', sub: 'admin' }, 401],
      [{ ...jane, email_verified: false }, 401],
      [{ ...jane, email_verified: 'true' }, 401],
      [{ ...jane, exp: iat + 7200 }, 401],
      [{ ...jane, roles: ['root'] }, 401],
      [{}, 401],
      [{ email: ['jane@example.com'] }, 401],
      [{ ...jane, roles: [5] }, 401],
      [jane, 'jane:jane'],
    ];
    for (const [claims, want] of cases)
      expect([claims, await whoIs(server, await issuer.token({ claims }))]).toEqual([claims, want]);
  });

  it('D-057 D-058 an added rule applies to cached tokens', async () => {
    const issuer = await HandMadeIssuer.start();
    const { userValidationRules, ...loose } = await computed(issuer.url);
    const { server, log } = await started(document([loose]));
    await untilKeysOf(log, 1);
    const token = await issuer.token({ claims: { email: 'system@example.com', sub: 'admin' } });
    expect(await whoIs(server, token)).toBe('system:admin');
    await replace(document([{ ...loose, userValidationRules }]));
    await log.until(RELOADED);
    expect(await whoIs(server, token)).toBe(401);
    await replace(document([{ ...loose, userValidationRules: [{ expression: 'user.name == "a"' }] }]));
    expect(JSON.stringify((await log.until(INVALID)).fields)).toContain('No such key: name');
    expect(await whoIs(server, token)).toBe(401);
  });

  it('D-057 maps the tokens of a real provider by expressions', async () => {
    const { certificatePem: cert, privateKeyPem: key } = await servingPair();
    const provider = await OidcProvider.start({ cert, key, ca: await issuersCaPem(), accounts: { jane: {} } });
    try {
      const { issuer } = await entry(provider.issuer);
      const claimMappings = { username: { expression: '"p:" + claims.sub' } };
      const { server, log } = await started(document([{ issuer, claimMappings }]));
      await untilKeysOf(log, 1);
      expect(await whoIs(server, (await provider.signIn('jane')).id_token)).toBe('p:jane');
    } finally {
      await provider.stop();
    }
  });

  it('D-067 limits anonymous access to paths', async () => {
    const { server } = await started(document([], { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }));
    const codes = ['/livez', '/version', '/livez/', '/livez/ping', '/LIVEZ'].map(
      async (path) => (await server.call(path)).code,
    );
    expect(await Promise.all(codes)).toEqual([200, 401, 401, 401, 401]);
  });

  it('D-067 logs that a change of it requires a restart', async () => {
    const { server, log } = await started(document([], { anonymous: { enabled: false } }));
    expect((await server.call('/version')).code).toBe(401);
    await replace(document([], { anonymous: { enabled: true } }));
    await log.until('requires a restart');
    await log.until(RELOADED);
    expect((await server.call('/version')).code).toBe(401);
  });

  it('B-044 does not trust a certificate in it that is not a CA', async () => {
    const issuer = await HandMadeIssuer.start();
    const { certificatePem } = await servingPair();
    const { server, log } = await started(
      document([await entry(issuer.url, { certificateAuthority: certificatePem })]),
    );
    await log.until('whose CA flag is not true');
    expect(await whoIs(server, await issuer.token())).toBe(401);
  });

  it('D-055 an invalid file prevents the start', async () => {
    await expect(started('kind: Other')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(file),
    });
    await expect(TestServer.start({ authenticationConfigFile: join(directory, 'missing') })).rejects.toThrow('ENOENT');
  });

  it('D-055 --oidc-* flags in addition to the file prevent the start', () => {
    const given = (...argv: string[]) => {
      const parsed = parseFlags([`--authentication-config=${file}`, ...argv], apiServerFlags, { env: {} });
      if ('error' in parsed) throw new Error(parsed.error);
      return optionsFromFlags(parsed.values);
    };
    expect(given().authenticationConfigFile).toBe(file);
    for (const flag of ['--oidc-issuer-url=https://a', '--oidc-client-id=a', '--oidc-groups-prefix=a']) {
      expect(() => given(flag)).toThrow(UsageError);
      expect(() => given(flag)).toThrow('does not go with --authentication-config');
    }
  });
});
