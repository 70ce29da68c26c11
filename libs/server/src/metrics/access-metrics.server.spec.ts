import { mkdtemp, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '@orch/server-testing';

const NAMESPACES = '/api/v1/namespaces';

describe('metrics of authentication, authorization and health checks', () => {
  let server: TestServer;
  const root = { token: 'root-token' };
  const page = async (path = '/metrics') => (await server.call(path, root)).text;
  /** The value of a series; undefined when it is not on the page. */
  const valueIn = (text: string, series: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };

  beforeAll(async () => {
    const tokenAuthFile = join(await mkdtemp(join(tmpdir(), 'orch-access-')), 'tokens.csv');
    await writeFile(tokenAuthFile, 'root-token,admin,1,"system:masters"\njane-token,jane,7\n');
    server = await TestServer.start({ tokenAuthFile });
  });
  afterAll(() => TestServer.closeAll());

  it('counts attempts by result, and requests of users, without a series for each user', async () => {
    const before = await page();
    await server.call(NAMESPACES, root);
    await server.call(NAMESPACES, { token: 'jane-token' });
    await server.call(NAMESPACES, { token: 'no-such-token' });
    const after = await page();
    const gained = (series: string) => valueIn(after, series)! - (valueIn(before, series) ?? 0);
    // Each page is a request of the administrator, too.
    expect(gained('authentication_attempts{result="success"}')).toBeGreaterThanOrEqual(3);
    expect(gained('authentication_attempts{result="error"}')).toBe(1);
    expect(gained('authorization_attempts_total{result="no-opinion"}')).toBe(1);
    expect(gained('authorization_attempts_total{result="allowed"}')).toBeGreaterThanOrEqual(2);
    expect(gained('authenticated_user_requests{username="admin"}')).toBeGreaterThanOrEqual(2);
    expect(gained('authenticated_user_requests{username="other"}')).toBeGreaterThanOrEqual(1);
    expect(after).not.toContain('username="jane"');
    const buckets = [...after.matchAll(/^authentication_duration_seconds_bucket\{result="success",le="([^"]+)"/gm)];
    expect(buckets.map(([, bound]) => bound)).toEqual(
      [...Array.from({ length: 15 }, (_, i) => String(0.001 * 2 ** i)), '+Inf'], // prettier-ignore
    );
  });

  it('names the users and programs that send most requests', async () => {
    for (let n = 0; n < 5; n++) {
      await server.call(NAMESPACES, { token: 'jane-token', headers: { 'user-agent': 'greeter/1.2 (x)' } });
    }
    expect(await page()).toMatch(/^apiserver_top_client_requests_per_second\{user="jane",client="greeter"\} [\d.]+$/m);
  });

  it('counts final decisions by authorizer, without those about administrators', async () => {
    const decided = 'apiserver_authorization_decisions_total{type="RBAC",name="rbac",decision="allowed"}';
    const before = valueIn(await page(), decided) ?? 0;
    await server.call(NAMESPACES, root);
    await server.call('/version', { token: 'jane-token' });
    await server.call(NAMESPACES, { token: 'jane-token' });
    const after = await page();
    expect(valueIn(after, decided)).toBe(before + 1);
    expect(after).not.toMatch(/^apiserver_authorization_decisions_total.*denied/m);
  });

  it('counts how long client certificates are still valid', async () => {
    const name = 'apiserver_client_certificate_expiration_seconds';
    const before = valueIn(await page(), `${name}_count`) ?? 0;
    await server.call(NAMESPACES, { agent: await server.admin() });
    const after = await page();
    expect(valueIn(after, `${name}_count`)).toBe(before + 1);
    expect(valueIn(after, `${name}_bucket{le="2592000"}`)).toBe(0);
    expect([...after.matchAll(new RegExp(`^${name}_bucket`, 'gm'))]).toHaveLength(15);
  });

  it('counts failed TLS handshakes', async () => {
    const name = 'apiserver_tls_handshake_errors_total';
    const before = valueIn(await page(), name)!;
    const plain = connect(Number(new URL(server.server.url).port), '127.0.0.1');
    plain.end('GET / HTTP/1.1\r\n\r\n').resume();
    await once(plain, 'close');
    expect(valueIn(await page(), name)).toBe(before + 1);
  });

  it('has the version of the program', async () => {
    expect(await page()).toMatch(
      /^orch_build_info\{major="1",minor="\d+",git_version="v1\.[^"]+",.*platform="[^"]+"\} 1$/m,
    );
  });

  it('/metrics/slis has the results of the health checks that were run, by endpoint', async () => {
    expect((await server.call('/metrics/slis', { token: 'jane-token' })).code).toBe(403);
    await server.call('/readyz?exclude=storage');
    await server.call('/readyz');
    await server.call('/livez/ping');
    const text = await page('/metrics/slis');
    expect(text).toContain('# TYPE orch_healthcheck gauge\n');
    expect(text).toContain('# HELP orch_healthchecks_total [STABLE] ');
    expect(valueIn(text, 'orch_healthcheck{name="ping",type="readyz"}')).toBe(1);
    const readyz = valueIn(text, 'orch_healthchecks_total{name="ping",type="readyz",status="success"}')!;
    expect(valueIn(text, 'orch_healthchecks_total{name="storage",type="readyz",status="success"}')).toBe(readyz - 1);
  });
});
