import { type OrchProcess, runOrch, temporaryDirectory } from '@orch/testing';
import type { Page } from 'playwright-core';
import { DashboardBrowser, signIn, TOKENS } from '../support/dashboard-browser.js';
import { AdminCalls } from '../support/dashboard-calls.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LIST = '#/list/-/v1/configmaps?namespace=default&q=map-';
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describe('the dashboard when something ends', () => {
  let dashboard: DashboardBrowser;
  let calls: AdminCalls;
  let server: OrchProcess;

  beforeEach(async () => {
    dashboard = await DashboardBrowser.start();
    server = dashboard.plane.process;
    calls = new AdminCalls(dashboard);
  });
  afterEach(async () => {
    await server?.stop();
    await calls?.close();
    await dashboard?.stop();
  });

  /** Starts the server again at its address. @param dataDir default: as before. */
  const startAgain = async (dataDir = dashboard.plane.dataDir): Promise<void> => {
    const changed = (argument: string): string =>
      argument.startsWith('--secure-port=')
        ? `--secure-port=${new URL(dashboard.plane.url).port}`
        : argument.startsWith('--data-dir=')
          ? `--data-dir=${dataDir}`
          : argument;
    const [, , ...args] = dashboard.plane.process.child.spawnargs;
    server = runOrch(args.map(changed));
    await server.ready;
  };

  test('when the credentials end, the page says so, shows nothing more, and returns to the same view', async () => {
    await calls.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    await calls.send('POST', '/apis/rbac.authorization.orch.io/v1/clusterrolebindings', {
      metadata: { name: 'robot' },
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
    });
    const { status } = await calls.send<{ status: { token: string } }>(
      'POST',
      '/api/v1/namespaces/default/serviceaccounts/robot/token',
      { spec: {} },
    );
    await calls.send('POST', MAPS, { metadata: { name: 'map-a', labels: { color: 'blue' } } });
    const { page } = await dashboard.openAs(status.token, LIST);
    await row(page, 'map-a').waitFor();
    await calls.send('DELETE', '/api/v1/namespaces/default/serviceaccounts/robot');
    await page.getByLabel('Label selector').fill('color=blue');
    await page.keyboard.press('Enter');
    const message = page.getByRole('alert');
    await message.waitFor();
    expect(await message.textContent()).toContain('Your session ended');
    expect(await message.textContent()).toContain('Sign in again and you return to the same view');
    expect(await page.locator('.shell').count()).toBe(0);
    expect(await row(page, 'map-a').count()).toBe(0);
    await signIn(page, TOKENS.admin);
    await row(page, 'map-a').waitFor();
    expect(await page.getByLabel('Label selector').inputValue()).toBe('color=blue');
    await calls.send('POST', MAPS, { metadata: { name: 'map-b', labels: { color: 'blue' } } });
    await row(page, 'map-b').waitFor();
  });

  test('after a restart of the server it catches up: what was deleted is gone, what is new is there', async () => {
    for (const name of ['map-kept', 'map-gone']) await calls.send('POST', MAPS, { metadata: { name } });
    const { page } = await dashboard.openAs(TOKENS.admin, LIST);
    await row(page, 'map-gone').waitFor();
    const { page: object } = await dashboard.openAs(TOKENS.admin, '#/object/-/v1/configmaps/default/map-gone');
    await object.getByRole('heading', { name: 'Metadata' }).waitFor();
    await server.stop();
    await page.locator('.connection.waiting').waitFor();
    expect(await page.locator('.connection').getAttribute('title')).toContain('connects again by itself');
    expect(await row(page, 'map-gone').count()).toBe(1);
    await startAgain();
    await calls.send('DELETE', `${MAPS}/map-gone`);
    await calls.send('POST', MAPS, { metadata: { name: 'map-new' } });
    await row(page, 'map-gone').waitFor({ state: 'detached' });
    await row(page, 'map-new').waitFor();
    await row(page, 'map-kept').waitFor();
    await page.locator('.connection.connected').waitFor();
    await object.getByText('This object was deleted.').waitFor();
  });

  test('when the history is gone (410) the list is read again, and no row of before remains', async () => {
    const files = await temporaryDirectory();
    try {
      for (let n = 0; n < 200; n++) await calls.send('POST', MAPS, { metadata: { name: `map-${n}` } });
      const { page } = await dashboard.openAs(TOKENS.admin, LIST);
      await row(page, 'map-0').waitFor();
      await server.stop();
      // Another store at the same address: the versions that the page knows are not of its history.
      await startAgain(files.path);
      await calls.send('POST', MAPS, { metadata: { name: 'map-new' } });
      await row(page, 'map-new').waitFor();
      await page.locator('.connection.connected').waitFor();
      expect(await page.locator('.grid-body .grid-line').count()).toBe(1);
      expect(await page.locator('.count').textContent()).toMatch(/^1( of \d)?$/);
    } finally {
      await server.stop();
      await files.remove();
    }
  });
});
