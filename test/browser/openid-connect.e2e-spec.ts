import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { freePort, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { DashboardBrowser } from '../support/dashboard-browser.js';
import { OidcProvider } from '../support/oidc-provider.js';

const CLIENT = { client_id: 'dashboard', client_secret: 'secret of dashboard' };

describe('signing in to the dashboard with OpenID Connect', () => {
  let files: TemporaryDirectory;
  let dashboard: DashboardBrowser;
  let provider: OidcProvider;

  beforeAll(async () => {
    files = await temporaryDirectory();
    const notBeforeMs = Date.now() - 60_000;
    const ca = await createCertificateAuthority({ commonName: 'issuers', notBeforeMs, validityDays: 2 });
    const usages = ['digital signature', 'server auth'];
    const own = { commonName: 'issuer', ipAddresses: ['127.0.0.1'], usages, notBeforeMs, validityDays: 1 };
    const pair = await issueCertificate({ ca, ...own });
    const [caFile, secretFile] = [join(files.path, 'ca.pem'), join(files.path, 'secret')];
    await Promise.all([writeFile(caFile, ca.certificatePem), writeFile(secretFile, CLIENT.client_secret)]);
    // The server must know the issuer, and the issuer the address of the server.
    const port = await freePort();
    dashboard = await DashboardBrowser.start(
      `--oidc-issuer-url=https://127.0.0.1:${port}`,
      `--oidc-client-id=${CLIENT.client_id}`,
      '--oidc-username-prefix=oidc:',
      `--oidc-ca-file=${caFile}`,
      `--dashboard-oidc-client-id=${CLIENT.client_id}`,
      `--dashboard-oidc-client-secret-file=${secretFile}`,
      '--dashboard-oidc-scopes=openid',
    );
    provider = await OidcProvider.start({
      cert: pair.certificatePem,
      key: pair.privateKeyPem,
      ca: ca.certificatePem,
      accounts: { jane: {} },
      clients: [{ ...CLIENT, redirect_uris: [`${dashboard.plane.url}/dashboard/`] }],
      port,
    });
    await untilTrusted();
  });

  /** The server asks an issuer for its keys again some time after it did not answer. */
  async function untilTrusted(): Promise<void> {
    const redirect = { redirect_uri: `${dashboard.plane.url}/dashboard/` };
    const code = await provider.authorize('jane', { client_id: CLIENT.client_id, scope: 'openid', ...redirect });
    const form = { grant_type: 'authorization_code', code, ...redirect };
    const { id_token: token } = await provider.token(CLIENT.client_id, form);
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    const headers = { authorization: `Bearer ${token}` };
    for (let status = 401; status === 401;) {
      const answer = await request(`${dashboard.plane.url}/api`, { dispatcher, headers });
      await answer.body.dump();
      status = answer.statusCode;
    }
    await dispatcher.close();
  }

  afterAll(async () => {
    await dashboard?.stop();
    await provider?.stop();
    await files?.remove();
  });

  test('in a window of the issuer, which hands over a code that only this page can use', async () => {
    const { page, problems } = await dashboard.open();
    // The provider of the test has no form: it signs in whom the request names.
    await page.context().route(`${provider.issuer}/auth?**`, async (route) => {
      await route.continue({ url: `${route.request().url()}&login_hint=jane` });
    });
    await page.getByRole('button', { name: /^Sign in at 127/ }).click();
    await page.getByRole('button', { name: 'User oidc:jane' }).waitFor();
    expect(page.url()).toBe(`${dashboard.plane.url}/dashboard/`);
    expect(await page.evaluate('JSON.stringify([localStorage.length, sessionStorage.length, document.cookie])')).toBe(
      '[0,0,""]',
    );
    expect(problems).toEqual([]);
  });
});
