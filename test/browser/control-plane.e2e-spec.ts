import type { Event, Lease, ResourceQuota, Secret } from '@orch/api';
import { formatMicroTime } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { shoot } from '../support/screenshots.js';

/** What the page says of a control plane with a controller that fails, and of the objects it fails at. */
describe.each(['orch', 'kubernetes'] as const)('control plane on the dashboard, vocabulary %s', (vocabulary) => {
  let dashboard: DashboardBrowser;

  const publish = async (): Promise<void> => {
    const { client, vocabulary: names } = dashboard.plane;
    const label = names.annotations.controllerStatus;
    const last = {
      key: 'payments/data-ledger-0',
      failures: 4,
      error: 'the disk is full',
      time: new Date().toISOString(),
    };
    const controllers = [
      { name: 'calm', depth: 0, retries: 0, failing: 0 },
      { name: 'provisioner', depth: 3, retries: 9, failing: 1, last },
    ];
    await client.resource<Lease>(builtinResources.leases).create({
      metadata: {
        ...{ namespace: names.namespaces.system, name: 'storage-manager-status' },
        labels: { [label]: 'true' },
        annotations: { [label]: JSON.stringify({ 'storage-0': { time: last.time, controllers } }) },
      },
      spec: { holderIdentity: 'storage-0', leaseDurationSeconds: 630, renewTime: formatMicroTime(Date.now()) },
    });
  };
  const deny = async (): Promise<void> => {
    const { client } = dashboard.plane;
    const { metadata } = await client.resource(builtinResources.deployments).get({ namespace: 'shop', name: 'web' });
    await client.resource<Event>(builtinResources.events).create({
      metadata: { namespace: 'shop', name: 'web.denied' },
      involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web', uid: metadata.uid! },
      ...{ type: 'Warning', reason: 'FailedCreate', message: 'pods "web-1" is forbidden: exceeded quota: limits' },
      ...{ source: { component: 'test' }, firstTimestamp: metadata.creationTimestamp!, count: 1 },
    });
  };

  beforeAll(async () => {
    dashboard = await DashboardBrowser.startIn(vocabulary, '--demo');
    await dashboard.plane.process.logged('demo objects are there');
    await publish();
    await deny();
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const card = (page: Page, title: string | RegExp) =>
    page.locator('.card', { has: page.getByRole('heading', { name: title }) });

  test('the overview has the store, watches, busiest clients, and controllers with what they fail at', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin);
    await card(page, 'Store').getByText(/MiB on disk$/).waitFor(); // prettier-ignore
    await card(page, /^Watches: \d+, lag [\d.,]+ ms$/).waitFor();
    await card(page, 'Clients by requests per second').getByText(/-demo$/).waitFor(); // prettier-ignore
    const controllers = card(page, /^Controllers: \d+$/);
    await controllers.getByText('1 fail').waitFor();
    expect(await controllers.locator('tbody td').allInnerTexts()).toEqual([
      'provisioner',
      '1',
      'payments/data-ledger-0: the disk is full',
    ]);
    await controllers.getByRole('link', { name: 'All controllers' }).click();
    await page.getByRole('heading', { name: 'Controllers', level: 1 }).waitFor();
    const row = page.locator('tbody tr', { hasText: 'provisioner' });
    await row.waitFor();
    expect((await row.locator('td').allInnerTexts()).slice(0, 5)).toEqual(['provisioner', 'Fails', '3', '1', '9']);
    expect(problems).toEqual([]);
  });

  test('the object that a controller fails at says so', async () => {
    const hash = '#/object/-/v1/persistentvolumeclaims/payments/data-ledger-0';
    const { page, problems } = await dashboard.openAs(TOKENS.admin, hash);
    await page
      .getByText(
        'The controller provisioner could not reconcile an object of this name, 4 times in a row: the disk is full. 3 keys wait in its queue.',
      )
      .waitFor();
    expect(problems).toEqual([]);
  });

  test('Secrets are read for what expires in them only when one asks', async () => {
    const { client, vocabulary: names } = dashboard.plane;
    const expiration = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await client.resource<Secret>(builtinResources.secrets).create({
      metadata: { namespace: names.namespaces.system, name: 'bootstrap-token-abcdef' },
      type: names.secretTypes.bootstrapToken,
      stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', expiration },
    });
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/stuck');
    const secrets: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/secrets')) secrets.push(request.url());
    });
    await page.getByRole('button', { name: 'Look again' }).waitFor();
    secrets.length = 0;
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const expiring = card(page, 'Certificates and tokens that expire within 30 days');
    await expiring.getByText(/^None of \d+/).waitFor();
    expect(secrets).toEqual([]);
    await expiring.getByRole('button', { name: 'Look into Secrets' }).click();
    await expiring.getByRole('link', { name: 'Secret bootstrap-token-abcdef' }).waitFor();
    expect(await expiring.locator('tbody td').allInnerTexts()).toEqual([
      'bootstrap token',
      'Secret bootstrap-token-abcdef',
      expect.stringMatching(/^expires in 2d23h$/),
    ]);
    expect(problems).toEqual([]);
  });

  test('conditions are drawn over time, and denied admissions are at the top', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/object/apps/v1/deployments/shop/web');
    await page.getByRole('img', { name: /^Timeline: .*Available True since 20\d\d-/ }).waitFor();
    await page
      .locator('.object-notices')
      .getByText('A quota is used up: FailedCreate: pods "web-1" is forbidden: exceeded quota: limits')
      .waitFor();
    expect(problems).toEqual([]);
  });

  test('a role is resolved to its subjects, a binding to the rules of its role', async () => {
    const group = dashboard.plane.vocabulary.groups.rbac;
    const { page, problems } = await dashboard.openAs(
      TOKENS.admin,
      `#/object/${group}/v1/roles/payments/credentials-reader`,
    );
    const subjects = card(page, 'Subjects');
    await subjects.locator('tbody tr').first().waitFor();
    expect(await subjects.locator('tbody td').allInnerTexts()).toEqual([
      ...['ServiceAccount payments/app', 'payments', 'credentials-reader'],
      ...['User kim', 'payments', 'credentials-reader'],
    ]);
    await subjects.getByRole('link', { name: 'credentials-reader' }).first().click();
    await card(page, 'Rules of credentials-reader').getByText('get, list, watch: secrets (core)').waitFor(); // prettier-ignore
    expect(problems).toEqual([]);
  });

  test('a quota that is used up says so', async () => {
    await dashboard.plane.client.resource<ResourceQuota>(builtinResources.resourceQuotas).create({
      metadata: { namespace: 'analytics', name: 'full' },
      spec: { hard: { persistentvolumeclaims: '1' } },
    });
    const { page } = await dashboard.openAs(TOKENS.admin, '#/object/-/v1/resourcequotas/analytics/full');
    await page
      .getByText('persistentvolumeclaims: 1 of 1 are used, nothing more can be created that needs some.')
      .waitFor();
  });

  test('a user without rights gets none of it, and nothing forbidden is requested', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.newcomer);
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: /^(Store|Watches|Clients|Controllers|Certificates)/ }).count()).toBe(
      0,
    );
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('axe finds nothing, %s at %i', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page } = await dashboard.openAs(TOKENS.admin, '', options);
    await card(page, /^Controllers: \d+$/).waitFor();
    await card(page, 'Clients by requests per second').waitFor();
    for (const [hash, seen] of [
      ['#/', '.bars'],
      ['#/object/apps/v1/deployments/shop/web', '.timeline'],
      ['#/controllers', 'tbody tr'],
    ] as const) {
      await page.goto(`${dashboard.plane.url}/dashboard/${hash}`);
      await page.locator(seen).first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await shoot(page, `control-plane-${vocabulary}-${hash.split('/')[1]}-${colorScheme}`);
    }
  });
});
