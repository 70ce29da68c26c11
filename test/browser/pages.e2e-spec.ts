import type { ConfigMap, Event } from '@orch/api';
import { builtinResources } from '@orch/client';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { shoot } from '../support/screenshots.js';

const VIEWS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
] as const;

describe('pages of the dashboard', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  test('what is stuck is listed with the reason, and no longer when it is released', async () => {
    const configMaps = dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps);
    const metadata = { name: 'held', namespace: 'default', finalizers: ['example.com/backup'] };
    await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    await configMaps.delete({ namespace: 'default', name: 'held' });
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/stuck');
    await page.getByText('Deletion waits for the finalizer example.com/backup').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'stuck');
    await page.getByRole('link', { name: 'held' }).click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('button', { name: 'Remove finalizers…' }).click();
    await page.getByRole('button', { name: 'Remove finalizers', exact: true }).click();
    await page.getByText('This object was deleted.').waitFor();
    await page.goto(`${dashboard.plane.url}/dashboard/#/stuck`);
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    expect(await page.getByRole('link', { name: 'held' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test.each(VIEWS)('overview, $colorScheme', async (view) => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '', view);
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Requests per second/ }).waitFor();
    await page.getByRole('heading', { name: /^Objects: \d/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await shoot(page, `overview-${view.colorScheme}`);
  });

  test('an event on the overview leads to the object that it is about', async () => {
    const { client } = dashboard.plane;
    const { metadata } = await client.resource<ConfigMap>(builtinResources.configMaps).create({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'noted', namespace: 'default' },
    });
    await client.resource<Event>(builtinResources.events).create({
      metadata: { namespace: 'default', name: 'noted.1' },
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'noted', uid: metadata.uid! },
      ...{ type: 'Normal', reason: 'Noted', message: 'for a test' },
      ...{ source: { component: 'test' }, firstTimestamp: metadata.creationTimestamp!, count: 1 },
    });
    const { page, problems } = await dashboard.openAs(TOKENS.admin);
    await page.getByRole('link', { name: 'configmap/noted' }).click();
    await page.getByRole('heading', { name: 'noted', level: 1 }).waitFor();
    expect(problems).toEqual([]);
  });

  test('the kinds of a narrow page close on Escape, which returns the focus, and when something else is touched', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '', { viewport: { width: 400, height: 800 } });
    const button = page.getByRole('button', { name: 'Kinds' });
    const pods = page.getByRole('link', { name: 'Pods', exact: true });
    await button.click();
    await pods.focus();
    await page.keyboard.press('Escape');
    await pods.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Kinds');
    await button.click();
    await pods.waitFor();
    await page.mouse.click(390, 400);
    await pods.waitFor({ state: 'hidden' });
  });

  test('a user without rights gets no figures, and nothing forbidden is requested', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.newcomer);
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: /^Objects/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
