import { FakeClock } from '@orch/apimachinery';
import { TestServer } from '@orch/server-testing';
import { TokenServer } from '../service-account/token-server.fixture.js';

/** The default lifetime of a token of a pod, after which another should be in use. */
const WARNING_MS = 3_607_000;

describe('metrics of service account tokens', () => {
  /** An hour behind, so that certificates created later are valid. */
  const clock = new FakeClock(Date.now() - 2 * 3_600_000);
  let server: TokenServer;
  beforeAll(async () => (server = await TokenServer.start({}, { clock })));
  afterAll(() => TestServer.closeAll());

  /** The named series, without their prefix. */
  const series = async (prefix: string): Promise<Record<string, number>> => {
    const lines = (await server.get('/metrics')).text.split('\n').filter((line) => line.startsWith(prefix));
    return Object.fromEntries(lines.map((line) => [line.slice(prefix.length).replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }; // prettier-ignore

  it('count tokens of pods before and after their warning time, and tokens of Secrets by who made these', async () => {
    expect(await series('serviceaccount_')).toEqual({
      valid_tokens_total: 0,
      stale_tokens_total: 0,
      legacy_tokens_total: 0,
      legacy_auto_token_uses_total: 0,
      invalid_legacy_auto_token_uses_total: 0,
      legacy_manual_token_uses_total: 0,
    });
    const uid = await server.account('a');
    await server.pod('p', { serviceAccountName: 'a' });
    const ofPod = await server.token('a', {
      boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' },
      expirationSeconds: 3607,
    });
    const [automatic, manual] = [await server.tokenSecret('auto', 'a', uid), await server.tokenSecret('own', 'a', uid)];
    await server.merge('serviceaccounts', 'a', { secrets: [{ name: 'auto' }] });
    const without = await server.token('a');
    for (const token of [ofPod, ofPod, automatic, manual, manual, without])
      expect(await server.userOf(token)).toMatchObject({ uid });
    await server.merge('secrets', 'auto', {
      metadata: { labels: { 'orch.io/legacy-token-invalid-since': '2023-10-27' } },
    });
    expect(await server.userOf(automatic)).toBe(401);
    clock.advance(WARNING_MS + 1_000);
    expect(await server.userOf(ofPod)).toMatchObject({ uid });
    expect(await series('serviceaccount_')).toEqual({
      valid_tokens_total: 2,
      stale_tokens_total: 1,
      legacy_tokens_total: 3,
      legacy_auto_token_uses_total: 1,
      invalid_legacy_auto_token_uses_total: 1,
      legacy_manual_token_uses_total: 2,
    });
  });

  it('a token of a Secret that its account names has a warning, in a request and in a review', async () => {
    const uid = await server.account('warned');
    const [automatic, manual] = [
      await server.tokenSecret('automatic', 'warned', uid),
      await server.tokenSecret('manual', 'warned', uid),
    ];
    await server.merge('serviceaccounts', 'warned', { secrets: [{ name: 'automatic' }] });
    const reviews = `/apis/${server.vocabulary.groups.authentication}/v1/tokenreviews`;
    const warningsOf = async (token: string) => [
      (await server.get('/version', token)).headers['warning'],
      (await server.post(reviews, { spec: { token } })).headers['warning'],
    ];
    const warning = expect.stringMatching(
      /^299 - "Use tokens from the TokenRequest API or manually created /,
    ) as string;
    expect(await warningsOf(automatic)).toEqual([warning, warning]);
    expect(await warningsOf(manual)).toEqual([undefined, undefined]);
  });

  it('a token of a Secret labels it with the day of its use', async () => {
    const uid = await server.account('labelled');
    const token = await server.tokenSecret('labelled', 'labelled', uid);
    expect(await server.userOf(token)).toMatchObject({ uid });
    const labelOf = async () => {
      const { json } = await server.get('/api/v1/namespaces/t1/secrets/labelled');
      return (json['metadata'] as { labels?: Record<string, string> }).labels?.['orch.io/legacy-token-last-used'];
    };
    let label: string | undefined;
    do label = await labelOf();
    while (label === undefined);
    expect(label).toBe(new Date(clock.now()).toISOString().slice(0, 10));
  });

  it('count verified and cached tokens', async () => {
    const cache = 'authentication_token_cache_';
    const before = await series(cache);
    const token = await server.token('a');
    for (const sent of [token, token, token]) await server.userOf(sent);
    expect(await server.userOf(`${token.slice(0, -4)}AAAA`)).toBe(401);
    const after = await series(cache);
    const gained = (name: string) => after[name]! - before[name]!;
    expect(
      ['request_total{status="hit"}', 'request_total{status="miss"}', 'fetch_total{status="ok"}', 'fetch_total{status="error"}'].map(gained),
    ).toEqual([2, 2, 1, 1]); // prettier-ignore
  });
});
