import type { Page } from 'playwright-core';
import { DashboardBrowser, signIn, TOKENS } from '../support/dashboard-browser.js';

const GROUP = 'lies.example.com';
const kind = (resource: unknown, more: object = {}) => ({
  resource,
  responseKind: { kind: 'Lie' },
  scope: 'Namespaced',
  verbs: ['list', 'get', 'delete'],
  ...more,
});
/** What an extension API server may say of itself. */
const KINDS = [
  kind('lies'),
  kind('../../../../api/v1/namespaces/default/secrets'),
  kind('..'),
  kind(7),
  null,
  kind('widgets', { verbs: 'list', shortNames: 1, categories: {}, subresources: [null] }),
];

/** A page of the administrator, with an extension API server that answers each list of its kind with `answer`. */
async function openWith(dashboard: DashboardBrowser, answer: object): Promise<{ page: Page; paths: string[] }> {
  const { page } = await dashboard.open(`#/list/${GROUP}/v1/lies?namespace=default`);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.route('**/apis', async (route) => {
    const response = await route.fetch();
    const document = (await response.json()) as { readonly items: readonly object[] };
    const items = [...document.items, { metadata: { name: GROUP }, versions: [{ version: 'v1', resources: KINDS }] }];
    await route.fulfill({ response, json: { ...document, items } });
  });
  await page.route(`**/apis/${GROUP}/**`, (route) => route.fulfill({ json: answer }));
  await signIn(page, TOKENS.admin);
  return { page, paths };
}

const name = { name: 'Name', type: 'string', priority: 0 };
const row = (metadata: unknown, cells: unknown = ['a']) => ({ cells, object: { metadata } });

describe('the dashboard and extension API servers that lie', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  test.each([
    ['no table', { columnDefinitions: 'x', rows: 'y' }],
    ['rows without an object', { columnDefinitions: [name], rows: [{ cells: ['a'] }] }],
    ['rows without cells', { columnDefinitions: [name], rows: [row({ name: 'a' }, null)] }],
    ['columns that are none', { columnDefinitions: [null], rows: [row({ name: 'a' })] }],
    ['names that are none', { columnDefinitions: [name], rows: [row({ name: { a: 1 }, namespace: 7, labels: 'x' })] }],
  ])('a list that is none is said to be so, and all else works: %s', async (_name, answer) => {
    const { page } = await openWith(dashboard, { kind: 'Table', metadata: { resourceVersion: '1' }, ...answer });
    await page.getByRole('link', { name: 'Lies', exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Namespaces', exact: true }).click();
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    await page.locator('.connection.connected').waitFor();
    await page.context().close();
  });

  test('an object that cannot be drawn says so', async () => {
    const { page } = await openWith(dashboard, { metadata: { name: 'a', finalizers: { length: 1 } } });
    await page.goto(`${dashboard.plane.url}/dashboard/#/object/${GROUP}/v1/lies/default/a`);
    await page.getByText('This cannot be shown').waitFor();
    await page.getByRole('link', { name: 'Namespaces', exact: true }).click();
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
  });

  test('names lead to no objects of others, neither of kinds nor of objects', async () => {
    const rows = [row({ name: '..', namespace: '..', uid: 'u' }), row({ name: '../../x', namespace: 'default' })];
    const { page, paths } = await openWith(dashboard, { kind: 'Table', metadata: {}, columnDefinitions: [name], rows });
    await page.getByRole('link', { name: 'Lies', exact: true }).first().waitFor();
    for (const hash of ['../..', '..', '.']) {
      await page.goto(`${dashboard.plane.url}/dashboard/#/object/${GROUP}/v1/lies/default/${encodeURIComponent(hash)}`);
      await page.getByRole('heading').first().waitFor();
    }
    await page.goto(`${dashboard.plane.url}/dashboard/#/object/-/v1/configmaps/default/%2e%2e`);
    await page.getByText('There is no such object').waitFor();
    expect(paths.filter((path) => path.includes('/secrets'))).toEqual([]);
    expect(paths).not.toContain('/api/v1/namespaces/default/');
    expect(paths.filter((path) => path.startsWith(`/apis/${GROUP}/`)).every((path) => /\/lies(\/|$)/.test(path))).toBe(
      true,
    );
  });
});
