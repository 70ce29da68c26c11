import type { Page } from 'playwright-core';
import { DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { AdminCalls } from '../support/dashboard-calls.js';

const VALUE = 'correct horse battery';
const ENCODED = Buffer.from(VALUE).toString('base64');

/** Everything that the page asked for and got, but the lines of its stream, which a browser shows when they end. */
class Traffic {
  private readonly bodies: Promise<string>[] = [];
  /** Media types by which Secrets were asked for, in requests and in watches. */
  readonly accepted = new Set<string>();

  constructor(page: Page) {
    page.on('request', (request) => {
      if (/\/secrets([/?]|$)/.test(request.url())) this.accepted.add(request.headers()['accept'] ?? '');
      if (!request.url().includes('/dashboard/streams/')) return;
      const { open } = request.postDataJSON() as {
        readonly open: readonly { readonly path: string; readonly accept: string }[];
      };
      for (const { path, accept } of open) if (path.includes('/secrets?')) this.accepted.add(accept);
    });
    page.on('response', (response) => {
      if (!response.url().endsWith('/streams')) this.bodies.push(response.text().catch(() => ''));
    });
  }

  async text(): Promise<string> {
    return (await Promise.all(this.bodies)).join('\n');
  }
}

describe('values of Secrets in the dashboard', () => {
  let dashboard: DashboardBrowser;
  let calls: AdminCalls;

  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
    calls = new AdminCalls(dashboard);
    const { metadata } = await calls.send<{ metadata: { uid: string } }>(
      'POST',
      '/api/v1/namespaces/default/configmaps',
      {
        metadata: { name: 'owner' },
      },
    );
    await calls.send('POST', '/api/v1/namespaces/default/secrets', {
      metadata: {
        name: 'database',
        finalizers: ['example.com/backup'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }],
      },
      data: { password: ENCODED },
    });
    await calls.send('POST', '/api/v1/namespaces/default/secrets', {
      metadata: {
        name: 'applied',
        annotations: {
          note: 'kept',
          'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"password":"${ENCODED}"}}`,
        },
      },
      data: { password: ENCODED },
    });
    await calls.send('DELETE', '/api/v1/namespaces/default/secrets/database');
  });
  afterAll(async () => {
    await calls?.close();
    await dashboard?.stop();
  });

  test('are not read before they are asked for, wherever a Secret is shown', async () => {
    const { page, problems } = await dashboard.open();
    const traffic = new Traffic(page);
    await page.getByLabel('Token').fill(TOKENS.admin);
    await page.keyboard.press('Enter');
    const go = (hash: string) => page.goto(`${dashboard.plane.url}/dashboard/${hash}`);
    await page.getByRole('heading', { name: /^Objects: \d/ }).waitFor(); // overview
    await go('#/list/-/v1/secrets?namespace=default&wide=1&q=database');
    await page.getByRole('link', { name: 'database' }).click();
    await page.getByText('They are not read from the server before.').waitFor();
    await page.getByRole('button', { name: 'Find them' }).click();
    await page.getByText(/^Looked through \d+ kinds\.$/).waitFor();
    await page.getByRole('link', { name: 'YAML' }).click();
    await page.getByRole('button', { name: 'Show the Secret with its values' }).waitFor();
    await go('#/object/-/v1/configmaps/default/owner');
    await page.getByRole('button', { name: 'Find them' }).click();
    await page.getByRole('link', { name: 'Secret database' }).waitFor();
    await go('#/stuck');
    await page.getByRole('link', { name: 'database' }).waitFor();
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    await go('#/changes');
    await page.getByRole('link', { name: 'database' }).waitFor();
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    await go('#/access?verb=get&resource=secrets');
    await page.getByRole('heading', { name: 'Who may' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('secret');
    await page.locator('#palette-entries').getByRole('option', { name: 'Secrets' }).waitFor();
    await page.keyboard.press('Escape');
    const seen = (await traffic.text()).split('\n').filter((line) => line.includes(ENCODED));
    // Of one Secret its own annotation has them, as metadata that its author wrote.
    expect(seen.filter((line) => !line.includes('last-applied-configuration'))).toEqual([]);
    expect([...traffic.accepted].filter((type) => !/;as=(Table|PartialObjectMetadata(List)?);/.test(type))).toEqual([]);
    expect(traffic.accepted.size).toBeGreaterThan(2);
    expect(problems).toEqual([]);
    await go('#/object/-/v1/secrets/default/database');
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByText(VALUE).waitFor();
    expect(traffic.accepted).toContain('application/json');
  });

  test.each(['YAML', 'JSON'])('are in no export, not even by the annotation of apply: %s', async (format) => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/list/-/v1/secrets?namespace=default');
    await page.getByRole('link', { name: 'applied' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: true }).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    expect(text).toContain('applied');
    expect(text).toContain('kept');
    expect(text).not.toContain(ENCODED);
    expect(text).not.toContain('last-applied');
  });

  test('are gone from the page when they are hidden, and when another Secret is opened', async () => {
    const { page } = await dashboard.openAs(TOKENS.admin, '#/object/-/v1/secrets/default/applied');
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByText(VALUE).waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByText(VALUE).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByText(VALUE).waitFor();
    await page.goto(`${dashboard.plane.url}/dashboard/#/object/-/v1/secrets/default/database`);
    await page.getByRole('button', { name: 'Show the values' }).waitFor();
    expect(await page.getByText(VALUE).count()).toBe(0);
  });
});
