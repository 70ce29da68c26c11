import type { Page } from 'playwright-core';
import { DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { AdminCalls } from '../support/dashboard-calls.js';

const GROUP = 'large.example.com';
const MEGABYTE = 'x'.repeat(1_000_000);
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Elements and characters that are drawn. A tab that draws what others store, whatever its size, freezes. */
const drawn = (page: Page): Promise<{ readonly elements: number; readonly characters: number }> =>
  page.evaluate('({ elements: document.querySelectorAll("*").length, characters: document.body.innerHTML.length })');

describe('large objects in the dashboard', () => {
  let dashboard: DashboardBrowser;
  let calls: AdminCalls;

  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
    calls = new AdminCalls(dashboard);
    await calls.send('POST', '/api/v1/namespaces/default/configmaps', {
      metadata: {
        name: 'large',
        finalizers: ['example.com/hold'], // its owners do not exist: it is deleted at once
        labels: Object.fromEntries(many(20_000, (n) => [`label-${n}`, 'value'])),
        annotations: { note: 'x'.repeat(200_000) },
        ownerReferences: many(1_000, (n) => ({ apiVersion: 'v1', kind: 'Pod', name: `pod-${n}`, uid: `uid-${n}` })),
      },
      data: Object.fromEntries(many(20_000, (n) => [`key-${n}`, 'value'])),
    });
    const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    await calls.send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: `widgets.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
            additionalPrinterColumns: [{ name: 'Note', type: 'string', jsonPath: '.spec.note' }],
          },
        ],
      },
    });
    const widget = {
      apiVersion: `${GROUP}/v1`,
      kind: 'Widget',
      metadata: { name: 'large' },
      spec: { note: MEGABYTE },
      status: {
        conditions: many(5_000, (n) => ({ type: `Type${n}`, status: 'False', message: n === 0 ? MEGABYTE : 'm' })),
      },
    };
    for (let isStored = false; !isStored;) {
      isStored = await calls.send('POST', `/apis/${GROUP}/v1/namespaces/default/widgets`, widget).then(
        () => true,
        (error: Error) => {
          if (!error.message.includes(' 404 ')) throw error; // the kind is not served yet
          return false;
        },
      );
    }
  });
  afterAll(async () => {
    await calls?.close();
    await dashboard?.stop();
  });

  test.each([
    ['labels, owners and data', '#/object/-/v1/configmaps/default/large', 'and 19800 more: see the YAML'],
    ['conditions', `#/object/${GROUP}/v1/widgets/default/large`, 'and 4800 more: see the YAML'],
    ['cells', `#/list/${GROUP}/v1/widgets?namespace=default`, 'xxx…'],
  ])('only as much is drawn as can be read: %s', async (_name, hash, more) => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, hash);
    await page.getByText(more).first().waitFor();
    const { elements, characters } = await drawn(page);
    expect(elements).toBeLessThan(4_000);
    expect(characters).toBeLessThan(300_000);
    expect(problems).toEqual([]);
  });
});
