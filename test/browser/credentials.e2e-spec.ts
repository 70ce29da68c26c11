import type { Page, Request } from 'playwright-core';
import { DashboardBrowser, signIn, TOKENS } from '../support/dashboard-browser.js';

/** What leaves the page: the addresses and headers of all its requests. */
function recorded(page: Page): {
  readonly addresses: string[];
  readonly referrers: string[];
  readonly withToken: string[];
} {
  const seen = { addresses: [] as string[], referrers: [] as string[], withToken: [] as string[] };
  page.context().on('request', (request: Request) => {
    const { referer, authorization } = request.headers();
    seen.addresses.push(request.url());
    if (referer) seen.referrers.push(referer);
    if (authorization !== undefined) seen.withToken.push(new URL(request.url()).pathname);
  });
  return seen;
}

const entries = (page: Page): Promise<string> =>
  page.evaluate<string>(`JSON.stringify([location.href, document.title, document.documentElement.outerHTML, history.state,
    Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])`);

describe('credentials in the dashboard', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start('--log-level=debug');
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  test('a token is in no address, referrer, storage, document, console or log, and sent to the API only', async () => {
    const { page } = await dashboard.open();
    const seen = recorded(page);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await signIn(page, TOKENS.admin);
    for (const hash of [
      '#/list/-/v1/configmaps',
      '#/object/-/v1/namespaces/-/default',
      '#/object/-/v1/configmaps/none/none',
    ]) {
      await page.goto(`${dashboard.plane.url}/dashboard/${hash}`);
      await page.getByRole('heading').first().waitFor();
    }
    await page.getByText('There is no such object').waitFor();
    expect(seen.addresses.length).toBeGreaterThan(10);
    expect(
      seen.withToken.every((path) =>
        /^\/(api|apis|openapi|version|metrics|readyz|dashboard\/streams)(\/|$)/.test(path),
      ),
    ).toBe(true);
    expect(seen.referrers).toEqual([]);
    expect(JSON.stringify([seen.addresses, said])).not.toContain(TOKENS.admin);
    expect(await entries(page)).not.toContain(TOKENS.admin);
    expect(dashboard.plane.process.log()).not.toContain(TOKENS.admin);
  });

  test('a token that is refused is repeated nowhere', async () => {
    const { page } = await dashboard.open();
    const seen = recorded(page);
    await page.getByLabel('Token').fill('secret-but-expired');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(JSON.stringify(seen.addresses)).not.toContain('secret-but-expired');
    expect(await entries(page)).not.toContain('secret-but-expired');
    expect(dashboard.plane.process.log()).not.toContain('secret-but-expired');
  });

  test.each(['token', 'access_token', 'id_token', 'link', 'password'])(
    'in an address, as %s, they are refused without being repeated',
    async (name) => {
      const { page } = await dashboard.open();
      const answer = await page.goto(`${dashboard.plane.url}/dashboard/?${name}=not-here`);
      expect(answer?.status()).toBe(400);
      expect(await answer?.text()).not.toContain('not-here');
      expect(dashboard.plane.process.log()).not.toContain('not-here');
    },
  );

  test('a code leaves the address at once, also in a tab that shows the page already, and comes back never', async () => {
    const { page, problems } = await dashboard.open();
    const seen = recorded(page);
    const code = dashboard.linkCode();
    await page.getByRole('heading', { name: 'Sign in to Orch' }).waitFor();
    await page.goto(`${dashboard.plane.url}/dashboard/#link=${code}`);
    await page.getByRole('button', { name: /^User / }).waitFor();
    expect(page.url()).toBe(`${dashboard.plane.url}/dashboard/`);
    await page.getByLabel('Namespace').fill('default');
    await page.keyboard.press('Enter');
    await page.waitForURL(/namespace=default/);
    expect(page.url()).not.toContain(code);
    expect(JSON.stringify(seen.addresses)).not.toContain(code);
    expect(await entries(page)).not.toContain(code);
    // The code itself was printed; the session it gave was not.
    expect(dashboard.plane.process.log().split(code)).toHaveLength(2);
    expect(dashboard.plane.process.log()).not.toContain('session.');
    expect(problems).toEqual([]);
  });

  test('a code that was used is not kept in the address either', async () => {
    const { page } = await dashboard.open('#link=not-a-code.%20at all');
    await page.getByRole('alert').waitFor();
    expect(page.url()).toBe(`${dashboard.plane.url}/dashboard/`);
    await signIn(page, TOKENS.admin);
    await page.getByLabel('Namespace').fill('default');
    await page.keyboard.press('Enter');
    await page.waitForURL(/namespace=default/);
    expect(page.url()).not.toContain('link');
  });
});
