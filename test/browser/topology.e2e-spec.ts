import type { Service } from '@orch/api';
import { builtinResources } from '@orch/client';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { shoot } from '../support/screenshots.js';

describe.each(['orch', 'kubernetes'] as const)('topology of workloads, vocabulary %s', (vocabulary) => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.startIn(vocabulary, '--demo');
    await dashboard.plane.process.logged('demo objects are there');
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test('a workload is drawn from its Service to the nodes of its pods', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/topology?namespace=shop');
    const web = lane(page, 'Deployment web');
    await web.getByRole('link', { name: /^Node node-b$/ }).first().waitFor(); // prettier-ignore
    const boxes = (await web.locator('.box').allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(' '));
    expect(boxes).toEqual([
      'Service web',
      'Deployment web',
      'ReplicaSet web-6c8d9f7b54',
      ...['k7m4d Node node-b', 'q9rzt Node node-b', 'x2x9p Node node-a'].flatMap((entry) => [
        `Pod web-6c8d9f7b54-${entry.split(' Node ')[0]}`,
        `Node ${entry.split(' Node ')[1]}`,
      ]),
    ]);
    expect(await lane(page, 'Deployment cart').getByText('CrashLoopBackOff').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('it follows changes by other clients, and shows the claims of pods', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/topology?namespace=payments');
    await lane(page, 'StatefulSet ledger').getByRole('link', { name: /^PersistentVolumeClaim data-ledger-1/ }).waitFor(); // prettier-ignore
    const services = dashboard.plane.client.resource<Service>(builtinResources.services);
    const metadata = { namespace: 'payments', name: 'misspelt' };
    const spec = { selector: { app: 'leger' }, ports: [{ port: 80 }] };
    await services.create({ apiVersion: 'v1', kind: 'Service', metadata, spec });
    await lane(page, 'Services that select no pod').getByRole('link', { name: /misspelt/ }).waitFor(); // prettier-ignore
    await services.delete(metadata);
    await lane(page, 'Services that select no pod').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('keys move between the boxes', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/topology?namespace=shop');
    await lane(page, 'Deployment web').getByText('Node', { exact: true }).first().waitFor();
    const focused = async (): Promise<string> => (await page.locator(':focus').innerText()).split('\n').slice(0, 2).join(' '); // prettier-ignore
    for (const [key, box] of [
      ['j', 'Deployment cart'],
      ['j', 'Deployment search'],
      ['j', 'Deployment web'],
      ['ArrowRight', 'ReplicaSet web-6c8d9f7b54'],
      ['ArrowRight', 'Pod web-6c8d9f7b54-k7m4d'],
      ['ArrowDown', 'Pod web-6c8d9f7b54-q9rzt'],
      ['ArrowLeft', 'ReplicaSet web-6c8d9f7b54'],
      ['k', 'Deployment search'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(box);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'search', level: 1 }).waitFor();
  });

  test('filters by name and by problems', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/topology?namespace=shop&q=car');
    await lane(page, 'Deployment cart').waitFor();
    expect(await page.locator('.lane[aria-label^=Deployment]').count()).toBe(1);
    await page.goto(`${dashboard.plane.url}/dashboard/#/topology?namespace=payments&problems=1`);
    await page.getByText('Nothing matches the filter').waitFor();
  });

  test('a user without rights sees which kinds are missing, and nothing forbidden is requested', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.newcomer, '#/topology?namespace=shop');
    await page.getByText(/^Without Deployments, .*Pods, .*which you may not list here/).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('axe finds nothing, %s at %i', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page } = await dashboard.openAs(TOKENS.admin, '#/topology?namespace=payments', options);
    await lane(page, 'StatefulSet ledger').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await shoot(page, `topology-${vocabulary}-${colorScheme}-${width}`);
  });
});
