import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { accessibilityProblems, DashboardBrowser, signIn, TOKENS } from '../support/dashboard-browser.js';

/** Bytes of what the page loads before a user does anything, as they come over the network. */
const FIRST_LOAD_BYTES = 150_000;

describe('signing in to the dashboard', () => {
  let dashboard: DashboardBrowser;
  let files: TemporaryDirectory;

  beforeAll(async () => {
    files = await temporaryDirectory();
    dashboard = await DashboardBrowser.start();
  });
  afterAll(async () => {
    await dashboard?.stop();
    await files?.remove();
  });

  test('loads little, and nothing from elsewhere', async () => {
    const { page, problems } = await dashboard.open('', { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Sign in to Orch' }).waitFor();
    const entries = await page.evaluate<readonly { name: string; encodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
    );
    const bytes = entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
    expect(entries.filter(({ name }) => !name.startsWith(dashboard.plane.url))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('with a token, which is kept neither in storage nor in the address', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin);
    await page.getByRole('button', { name: 'User admin' }).waitFor();
    expect(page.url()).not.toContain(TOKENS.admin);
    const stored = await page.evaluate<string>(
      'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
    );
    expect(stored).toBe('[[],[],""]');
    expect(problems).toEqual([]);
  });

  test('with the one-time link, once', async () => {
    const { page, problems } = await dashboard.open(`#link=${dashboard.linkCode()}`);
    await page.getByRole('button', { name: /^User / }).waitFor();
    expect(page.url()).toBe(`${dashboard.plane.url}/dashboard/`);
    expect(problems).toEqual([]);
    const again = await dashboard.open(`#link=${dashboard.linkCode()}`);
    expect(await again.page.getByRole('alert').textContent()).toContain('was used before or is too old');
    expect(again.page.url()).not.toContain('link');
  });

  test('a token that the server does not accept says what to do', async () => {
    const { page } = await dashboard.open();
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const message = page.getByRole('alert');
    expect(await message.textContent()).toContain('does not accept this token');
    expect(await message.textContent()).toContain('orchctl create token');
  });

  test('with a client configuration file; one with a certificate says what to do', async () => {
    const withToken = join(files.path, 'token.conf');
    const context = { name: 'c', context: { cluster: 'c', user: 'me' } };
    const users = [
      { name: 'other', user: {} },
      { name: 'me', user: { token: TOKENS.admin } },
    ];
    await writeFile(withToken, JSON.stringify({ 'current-context': 'c', contexts: [context], users }));
    const { page } = await dashboard.open();
    await page.setInputFiles('#file', dashboard.plane.adminConf);
    expect(await page.getByRole('alert').textContent()).toContain('export-pkcs12');
    await page.setInputFiles('#file', withToken);
    await page.getByRole('button', { name: 'User admin' }).waitFor();
  });

  test('signing out, and back to the same view', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/list/-/v1/namespaces');
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    expect(await page.getByRole('link', { name: 'default', exact: true }).count()).toBe(0);
    await signIn(page, TOKENS.admin);
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
  });

  test('a user without rights sees why nothing is shown, and nothing forbidden is requested', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.newcomer, '#/list/-/v1/pods');
    await page.getByText('You may not list Pods of all namespaces').waitFor();
    await page.getByLabel('Namespace').fill('default');
    await page.keyboard.press('Enter');
    await page.getByText('You may not list Pods in default').waitFor();
    // A refused request would be an error in the console.
    expect(problems).toEqual([]);
  });
});
