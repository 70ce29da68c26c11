import type { Page } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { shoot } from '../support/screenshots.js';

/** Questions of people who run a control plane, answered from the page alone, by what one sees and clicks there; each within the limit of a test, a minute. */
describe('questions that the dashboard answers, on the data of orch up --demo', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start('--demo');
    await dashboard.plane.process.logged('demo objects are there');
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const open = async (namespace = ''): Promise<{ page: Page; problems: readonly string[] }> => {
    const opened = await dashboard.openAs(TOKENS.admin);
    if (namespace !== '') {
      await opened.page.getByLabel('Namespace').fill(namespace);
      await opened.page.keyboard.press('Enter');
    }
    return opened;
  };
  const goTo = (page: Page, title: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: title, exact: true }).click();
  /** Texts of the cells, row by row. */
  const rows = async (page: Page, card: string | RegExp): Promise<string[][]> => {
    const table = page.locator('.card', { has: page.getByRole('heading', { name: card }) });
    await table.locator('tbody tr').first().waitFor();
    const found = await table.locator('tbody tr').all();
    return Promise.all(found.map((row) => row.locator('td').allInnerTexts()));
  };

  test('which certificate requests wait for me', async () => {
    const { page, problems } = await open();
    const waiting = await rows(page, 'Certificate requests that wait for approval');
    expect(waiting.map(([name, by]) => [name, by])).toEqual([['kim-laptop', 'kim']]);
    await page.getByRole('link', { name: 'kim-laptop' }).click();
    await page.getByText('It waits for approval: kim asks for a certificate.').waitFor();
    expect(problems).toEqual([]);
  });

  test('why is this namespace still terminating', async () => {
    const { page, problems } = await open();
    await goTo(page, 'Namespaces');
    await page.getByRole('link', { name: 'legacy-billing' }).click();
    const why = page.locator('.object-notices');
    await why.getByText('backup.example.com/archive').waitFor();
    expect(await why.innerText()).toMatch(/configmaps/);
    await goTo(page, 'Stuck objects');
    await page.getByRole('link', { name: 'invoices-2019' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('who may read secrets in this namespace', async () => {
    const { page, problems } = await open('payments');
    await goTo(page, 'Who may');
    const allowed = await rows(page, /^Allowed: get, list, watch secrets/);
    const here = allowed.filter(([, , where]) => where === 'payments').map(([subject, verbs]) => [subject, verbs]);
    expect(here).toEqual([
      ['ServiceAccount payments/app', 'get, list, watch'],
      ['User kim', 'get, list, watch'],
    ]);
    expect(allowed.map(([subject]) => subject)).toContain('Group system:masters');
    expect(allowed.flat().join()).not.toContain('auditors');
    await page.getByLabel('Verb').selectOption('delete');
    await page.getByRole('heading', { name: 'Allowed: delete, deletecollection secrets' }).waitFor();
    expect((await rows(page, /^Allowed/)).flat().join()).not.toContain('kim');
    expect(problems).toEqual([]);
  });

  test('what changed in the last five minutes', async () => {
    const { page, problems } = await open('shop');
    await goTo(page, 'Recent changes');
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    const changed = await rows(page, 'Changed in the last 5 minutes');
    const flags = changed.find(([, object]) => object?.startsWith('feature-flags'));
    expect(flags?.slice(1)).toEqual(['feature-flags', 'shop', 'ConfigMap', expect.any(String), 'orch-demo (Update)']);
    expect(problems).toEqual([]);
  });

  test('which controller is failing', async () => {
    const { page, problems } = await open();
    await goTo(page, 'Controllers');
    const [first, ...others] = await rows(page, /^By their queues, events and leases/);
    expect(first?.slice(0, 2)).toEqual(['backup-operator', 'Not running']);
    expect(first?.at(-1)).toContain(
      'BackupFailed: The bucket ledger-backups answers 403: the credentials have expired',
    );
    expect(others.filter(([, state]) => state === 'Not running')).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('why is this pod pending', async () => {
    const { page, problems } = await open('analytics');
    await goTo(page, 'Pods');
    await page.getByRole('link', { name: 'trainer-66b7d8f9c5-p3s5k' }).click();
    await page
      .getByText('PodScheduled is False: Unschedulable: 0/3 nodes are available: 3 Insufficient memory.')
      .waitFor();
    expect(problems).toEqual([]);
  });

  test('where is it, when only a part of the name is known', async () => {
    const { page, problems } = await open();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('feature-fl');
    await page.getByRole('option', { name: 'Search for feature-fl' }).click();
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    const found = await rows(page, /^Found: \d+$/);
    expect(found[0]?.slice(0, 3)).toEqual(['feature-flags', 'ConfigMap', 'shop']);
    await page.getByLabel('Words').fill('no-such-object');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing has these words.').waitFor();
    expect(page.url()).toContain('q=no-such-object');
    expect(problems).toEqual([]);
  });

  test('which pods does this workload have', async () => {
    const { page, problems } = await open('shop');
    await goTo(page, 'Deployments');
    await page.getByRole('link', { name: 'web', exact: true }).click();
    await page.getByRole('link', { name: 'List the pods it selects' }).click();
    await page.getByRole('heading', { name: 'Pods', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^web-/ }).first().waitFor();
    expect(await page.getByLabel('Label selector').inputValue()).toBe('app=web');
    const names = await page.locator('.grid-cell.name').allInnerTexts();
    expect(names.filter((name) => !name.startsWith('web-'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('axe finds nothing on these pages, %s at %i', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page } = await dashboard.openAs(TOKENS.admin, '#/access?namespace=payments', options);
    const titles = { access: 'Who may', changes: 'Recent changes', controllers: 'Controllers', search: 'Search' };
    for (const [view, title] of Object.entries(titles)) {
      await page.goto(`${dashboard.plane.url}/dashboard/#/${view}?q=ledger`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.locator('tbody tr').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await shoot(page, `${view}-${colorScheme}`);
    }
  });
});
