import type { ConfigMap } from '@orch/api';
import { builtinResources } from '@orch/client';
import type { Request } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, signIn, TOKENS } from '../support/dashboard-browser.js';
import { shoot } from '../support/screenshots.js';

describe('lists of the dashboard', () => {
  let dashboard: DashboardBrowser;

  const configMap = (name: string, more: Partial<ConfigMap['metadata']> = {}): Promise<ConfigMap> =>
    dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps).create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default', ...more },
      data: { key: 'value' },
    });

  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
    const names = Array.from({ length: 3_000 }, (_, n) => `shard-${String(n).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => configMap(name)));
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const open = (hash: string) => dashboard.openAs(TOKENS.admin, hash);

  test('changes by other clients appear and disappear by themselves', async () => {
    const { page, problems } = await open('#/list/-/v1/configmaps?namespace=default&q=live-one');
    await page.getByText('Nothing matches the filter').waitFor();
    await configMap('live-one');
    await page.getByRole('link', { name: 'live-one' }).waitFor();
    await dashboard.plane.client
      .resource(builtinResources.configMaps)
      .delete({ namespace: 'default', name: 'live-one' });
    await page.getByRole('link', { name: 'live-one' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('after a lost connection the list catches up, and says meanwhile that it may be out of date', async () => {
    const { page } = await open('#/list/-/v1/configmaps?namespace=default&q=missed');
    await configMap('missed-before');
    await page.getByRole('link', { name: 'missed-before' }).waitFor();
    await page.context().setOffline(true);
    await page.locator('.connection.waiting').waitFor();
    expect(await page.getByRole('link', { name: 'missed-before' }).count()).toBe(1);
    await configMap('missed-meanwhile');
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'missed-meanwhile' }).waitFor();
    await page.locator('.connection.connected').waitFor();
  });

  test('large lists are read in pages as one scrolls, and only the rows in view are in the document', async () => {
    const { page } = await dashboard.open('#/list/-/v1/configmaps?namespace=default');
    const limits: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/configmaps')) limits.push(searchParams.get('limit'));
    });
    await signIn(page, TOKENS.admin);
    await page.getByRole('link', { name: 'shard-0000' }).waitFor();
    const count = page.locator('.count');
    const total = /^500 of (3,\d{3})$/.exec((await count.textContent()) ?? '')?.[1];
    await page.locator('.connection.connected').waitFor();
    expect(limits).toEqual(['500']);
    await page.locator('.grid-scroll').evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.getByText(`1,000 of ${total}`).waitFor();
    expect(limits).toEqual(['500', '500']);
    expect(await page.locator('.grid-body .grid-line').count()).toBeLessThan(100);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Load all' }).click();
    await page.getByRole('button', { name: /^Load/ }).waitFor({ state: 'detached' });
    await page.locator('.grid-scroll').evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByRole('link', { name: 'shard-2999' }).waitFor();
    expect(page.url()).toContain('sort=-Name');
    expect(await count.textContent()).toBe(total);
    expect(limits).toEqual(Array.from({ length: 7 }, () => '500'));
    expect(await page.locator('.grid-body .grid-line').count()).toBeLessThan(100);
  });

  test('while a page that arrived is not shown yet, scrolling reads no further one', async () => {
    const { page } = await open('#/list/-/v1/configmaps?namespace=default');
    await page.getByRole('link', { name: 'shard-0000' }).waitFor();
    await page.locator('.connection.connected').waitFor();
    // The pause before changes are shown: it ends when the test says so.
    await page.evaluate(`{
      const { setTimeout } = window;
      window.held = [];
      window.setTimeout = (act, ms, ...rest) => (ms === 80 ? window.held.push(act) : setTimeout(act, ms, ...rest));
    }`);
    const pages: Request[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/configmaps')) pages.push(request);
    });
    const scrollTo = (top: string) =>
      page.evaluate(`{ const list = document.querySelector('.grid-scroll'); list.scrollTo({ top: ${top} }); }`);
    /** What is under way in the page has ended: effects run after a frame. */
    const settle = () =>
      page.evaluate(`(async () => {
        for (let n = 0; n < 5; n++) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          await (await fetch(location.pathname)).text();
        }
      })()`);
    const arrived = page.waitForResponse((response) => response.url().includes('/configmaps?'));
    await scrollTo('list.scrollHeight');
    await (await arrived).finished();
    await settle();
    await scrollTo('list.scrollHeight - 2000');
    await settle();
    expect(pages).toHaveLength(1);
    await page.evaluate('window.held.splice(0).forEach((act) => act())');
    await page.getByText(/^1,000 of /).waitFor();
  });

  test('keys choose, open and return; the palette goes anywhere', async () => {
    const { page } = await open('#/list/-/v1/configmaps?namespace=default');
    await page.getByRole('link', { name: 'shard-0000' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('shard-0007');
    await page.getByRole('link', { name: 'shard-0008' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shard-0007' }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Config Maps' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cluroles');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cluster Roles', exact: true }).waitFor();
  });

  test('several objects are selected, by mouse and by keyboard, and deleted; others that got their names are not', async () => {
    for (const name of ['batch-1', 'batch-2', 'batch-3', 'batch-4']) await configMap(name);
    const { page } = await open('#/list/-/v1/configmaps?namespace=default&q=batch-');
    await page.getByRole('link', { name: 'batch-4' }).waitFor();
    await page.getByLabel('Select all 4').check();
    await page.getByText('4 selected').waitFor();
    await page.getByLabel('Select default/batch-4').uncheck();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await shoot(page, 'list-selected');
    expect(await accessibilityProblems(page)).toEqual([]);
    const configMaps = dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps);
    await page.getByRole('button', { name: 'Delete selected…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 Config Maps' });
    expect(await dialog.locator('li').allInnerTexts()).toEqual(['default/batch-2', 'default/batch-3']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'list-delete');
    // Another one of that name: it was not selected.
    await configMaps.delete({ namespace: 'default', name: 'batch-3' });
    await configMap('batch-3');
    await dialog.getByRole('button', { name: 'Delete 2' }).click();
    await dialog.getByText('Deleted 1 of 2.').waitFor();
    await dialog.getByRole('alert').getByText('batch-3').waitFor();
    await dialog.locator('.dialog-foot').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'batch-2' }).waitFor({ state: 'detached' });
    expect(await page.locator('.grid-cell.name').allInnerTexts()).toEqual(['batch-1', 'batch-3', 'batch-4']);
    expect(await page.getByText(/\d selected/).count()).toBe(0);
  });

  test('the selection ends when other rows are listed', async () => {
    const { page } = await open('#/list/-/v1/configmaps?namespace=default&q=shard-000');
    await page.getByLabel('Select default/shard-0001').check();
    await page.getByText('1 selected').waitFor();
    await page.getByLabel('Filter').fill('shard-0');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
  });

  test('a selector that the server refuses is explained; a right one is in the address', async () => {
    await configMap('labelled', { labels: { color: 'blue' } });
    const { page } = await open('#/list/-/v1/configmaps?namespace=default');
    await page.getByLabel('Label selector').fill('color in (');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Label selector').fill('color=blue');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'labelled' }).waitFor();
    expect(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('labels')).toBe('color=blue');
  });

  test('rows are exported as they are shown', async () => {
    const { page } = await open('#/list/-/v1/configmaps?namespace=default&q=shard-0001');
    await page.getByRole('link', { name: 'shard-0001' }).waitFor();
    const saved = async (item: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: item }).click(),
      ]);
      const parts: Buffer[] = [];
      for await (const part of await download.createReadStream()) parts.push(part as Buffer);
      return Buffer.concat(parts).toString();
    };
    expect(await saved('CSV, as shown')).toMatch(/^Name,Data,Age\r\nshard-0001,1,\d+\w+\r\n$/);
    expect(JSON.parse(await saved('JSON'))).toMatchObject({
      kind: 'List',
      items: [{ kind: 'ConfigMap', metadata: { name: 'shard-0001' } }],
    });
    expect(await saved('YAML')).toContain('name: shard-0001');
  });

  test('on a narrow screen the name stays in view, below its heading', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/list/-/v1/configmaps?wide=1', {
      viewport: { width: 320, height: 800 },
    });
    await page.locator('.grid-cell.name').first().waitFor();
    const scrolled = await page.locator('.grid-scroll').evaluate((grid) => {
      grid.scrollTo({ left: 90 });
      return grid.scrollLeft;
    });
    expect(scrolled).toBe(90);
    const cell = await page.locator('.grid-cell.name').first().boundingBox();
    const heading = await page.getByRole('columnheader', { name: 'Name', exact: true }).boundingBox();
    expect(heading?.x).toBe(cell?.x);
  });

  test('axe finds nothing in light and dark, wide and narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      const { page } = await dashboard.openAs(TOKENS.admin, '#/list/-/v1/namespaces', {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await page.getByRole('link', { name: 'default', exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await shoot(page, `list-${colorScheme}-${width}`);
    }
  });
});
