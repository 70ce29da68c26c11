import type { ConfigMap, CustomResourceDefinition } from '@orch/api';
import { builtinResources } from '@orch/client';
import { untilObject } from '@orch/testing';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { replaceLine } from '../support/dashboard-editor.js';
import { shoot } from '../support/screenshots.js';

/** A custom kind with a choice, defaults, a rule over two fields, and fields of any sort. */
const definition = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tickets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'tickets', kind: 'Ticket' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['seats', 'travelClass'],
                properties: {
                  seats: { type: 'integer', minimum: 1, maximum: 9, description: 'How many seats.' },
                  children: { type: 'integer', default: 0 },
                  travelClass: { type: 'string', enum: ['first', 'second'] },
                  options: { type: 'object', 'x-orch-preserve-unknown-fields': true },
                },
                'x-orch-validations': [
                  {
                    rule: 'self.children <= self.seats',
                    message: 'each child needs a seat',
                    fieldPath: '.children',
                  },
                ],
              },
            },
          },
        },
      },
    ],
  },
} as unknown as CustomResourceDefinition;

describe('forms of the dashboard', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
    const definitions = dashboard.plane.client.resource<CustomResourceDefinition>(
      builtinResources.customResourceDefinitions,
    );
    await definitions.create(definition);
    const isEstablished = (found?: CustomResourceDefinition): boolean =>
      found?.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true;
    await untilObject(definitions, { namespace: '', name: 'tickets.example.com' }, 'being served', isEstablished);
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const configMaps = () => dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps);
  const open = (hash: string, width = 1280, colorScheme: 'light' | 'dark' = 'light') =>
    dashboard.openAs(TOKENS.admin, hash, { viewport: { width, height: 800 }, colorScheme });
  const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
  const yaml = (page: Page, text: string) => page.locator('.cm-line', { hasText: text });
  const addField = async (page: Page, to: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Add field to ${to}`, exact: true }).click();
    await page.getByLabel(`Field to add to ${to}`, { exact: true }).fill(name);
    await page.keyboard.press('Enter');
  };
  const findField = async (page: Page, words: string): Promise<void> => {
    await page.getByLabel('Find a field').fill(words);
    await page.keyboard.press('Enter');
  };

  const nextFrames = (page: Page) =>
    page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');

  test('a Deployment is created by its fields alone; what is typed is in the YAML at once', async () => {
    const { page, problems } = await open('#/new/apps/v1/deployments?namespace=default');
    const container = 'spec/template/spec/containers/0';
    await field(page, 'metadata/name').waitFor();
    // The focus is in the first field.
    await page.keyboard.type('web');
    await yaml(page, 'name: web').waitFor();
    await field(page, `${container}/name`).fill('server');
    await addField(page, '1: server', 'image');
    await page.keyboard.type('nginx:1');
    await yaml(page, 'image: nginx:1').waitFor();
    await findField(page, 'replicas');
    await page.keyboard.type('2');
    await findField(page, 'matchLabels');
    for (const labels of ['matchLabels', 'labels']) {
      if (labels === 'labels') await findField(page, 'template labels');
      await page.getByLabel(`New key of ${labels}`).fill('app');
      await page.keyboard.press('Enter');
      await page.keyboard.type('web');
    }
    await addField(page, '1: server', 'imagePullPolicy');
    await page.keyboard.press('Escape');
    await shoot(page, 'form');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The server would create it as it is.').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'web', exact: true }).waitFor();
    const created = await dashboard.plane.client
      .resource(builtinResources.deployments)
      .get({ namespace: 'default', name: 'web' });
    const spec = {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'server', image: 'nginx:1' }] } },
    };
    expect(created).toMatchObject({ spec });
    expect(problems).toEqual([]);
  });

  test('of a custom kind the form has choices and defaults, and what a rule refuses is said at the field', async () => {
    const { page } = await open('#/new/example.com/v1/tickets?namespace=default');
    await field(page, 'metadata/name').fill('trip');
    await field(page, 'spec/seats').fill('2');
    await field(page, 'spec/travelClass').selectOption('second');
    await page.getByText('integer, 1 to 9').waitFor();
    await addField(page, 'spec', 'children');
    expect(await field(page, 'spec/children').getAttribute('placeholder')).toBe('default: 0');
    await page.keyboard.type('5');
    await addField(page, 'spec', 'options');
    await page.keyboard.type('bicycle: true # folded');
    await yaml(page, 'bicycle: true # folded').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    const row = page.locator('.form-row', { has: field(page, 'spec/children') });
    await row.getByText('each child needs a seat').waitFor();
    expect(await field(page, 'spec/children').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'form-refused');
    await page.getByRole('button', { name: 'Go to spec.children' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await row.getByText('each child needs a seat').waitFor({ state: 'detached' });
    // The focus was moved once: it stays where the user moves it next.
    await field(page, 'spec/seats').focus();
    await nextFrames(page);
    expect(await page.evaluate('document.activeElement.dataset.path')).toBe('spec/seats');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'trip', exact: true }).waitFor();
  });

  test('a number that is none changes nothing', async () => {
    const { page } = await open('#/new/example.com/v1/tickets?namespace=default');
    await field(page, 'spec/seats').fill('2');
    await field(page, 'spec/seats').fill('two');
    await page.getByText('This is not a whole number.').waitFor();
    await yaml(page, 'seats: 2').waitFor();
    expect(await field(page, 'spec/seats').inputValue()).toBe('two');
  });

  test('an object is edited in its form; names are left out, and only what was edited changes', async () => {
    await configMaps().create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'colors', namespace: 'default', labels: { team: 'a' } },
      data: { sky: 'blue', grass: 'green' },
    });
    const { page, problems } = await open('#/object/-/v1/configmaps/default/colors');
    await page.getByRole('link', { name: 'Form' }).click();
    await page.getByLabel('Value of sky').fill('gray');
    expect(await field(page, 'metadata/name').count()).toBe(0);
    await yaml(page, 'sky: gray').waitFor();
    await page.getByRole('button', { name: 'Remove grass' }).click();
    await page.getByRole('link', { name: 'YAML' }).click();
    await yaml(page, 'sky: gray').waitFor();
    await page.getByRole('link', { name: 'Form' }).click();
    await page.getByLabel('Value of sky').waitFor();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').locator('.cm-changedLine', { hasText: 'gray' }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Live: follows the server until you edit').waitFor();
    const { data, metadata } = await configMaps().get({ namespace: 'default', name: 'colors' });
    expect([data, metadata.labels]).toEqual([{ sky: 'gray' }, { team: 'a' }]);
    expect(problems).toEqual([]);
  });

  test('edits of the YAML are in the form at once; while it cannot be read the form waits, and nothing is lost', async () => {
    const { page } = await open('#/new/-/v1/configmaps?namespace=default');
    await field(page, 'metadata/name').fill('both');
    await page.locator('.cm-line', { hasText: 'name: both' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(': [');
    await page.getByText('The form waits until the YAML can be read again').waitFor();
    expect(await page.locator('.form-fields').getAttribute('inert')).not.toBeNull();
    expect(await field(page, 'metadata/name').inputValue()).toBe('both');
    await replaceLine(page, 'name: both: [', 'name: other # kept');
    await page.waitForFunction(`document.querySelector('[data-path="metadata/name"]').value === 'other'`);
    await field(page, 'metadata/name').fill('third');
    await yaml(page, 'name: third # kept').waitFor();
  });

  test('items of a list are moved by keyboard, with their comments and what is open; the focus goes with the item', async () => {
    const { page, problems } = await open('#/new/-/v1/pods?namespace=default');
    const containers = 'spec/containers';
    await field(page, `${containers}/0/name`).fill('web');
    for (const [index, name] of ['proxy', 'log'].entries()) {
      await page.getByRole('button', { name: 'Add item to containers' }).click();
      await field(page, `${containers}/${index + 1}/name`).fill(name);
    }
    await replaceLine(page, 'name: log', '- name: log # writes');
    await page.getByRole('button', { name: '1: web', exact: true }).click();
    const up = page.getByRole('button', { name: 'Move 3: log up' });
    await up.focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate<string>('document.activeElement.ariaLabel');
    await page.getByText('Item 3 of containers is now item 2 of 3.').waitFor();
    expect(await focused()).toBe('Move 2: log up');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: '1: log', exact: true }).waitFor();
    expect(await focused()).toBe('Move 1: log up');
    // At the end it stays, and keeps the focus.
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Move 1: log up');
    expect(await page.getByRole('button', { name: 'Move 1: log up' }).getAttribute('aria-disabled')).toBe('true');
    const lines = await page.locator('.cm-line').allInnerTexts();
    expect(lines.filter((line) => line.includes('name: ')).map((line) => line.trim())).toEqual([
      ...['name: ""', '- name: log # writes', '- name: web', '- name: proxy'],
    ]);
    const isOpen = (index: number) => field(page, `${containers}/${index}`).getAttribute('aria-expanded');
    expect(await Promise.all([0, 1, 2].map(isOpen))).toEqual(['true', 'false', 'true']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'form-moved');
    await page.getByRole('button', { name: 'Remove 1: log' }).click();
    await page.getByRole('button', { name: 'Remove 1: web' }).waitFor();
    expect(await Promise.all([0, 1].map(isOpen))).toEqual(['false', 'true']);
    // The item that took its place is removed by the next key; then there is none, and one can be added.
    expect(await focused()).toBe('Remove 1: web');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^1: / }).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.innerText')).toContain('Add item');
    expect(problems).toEqual([]);
  });

  test('a schema that contains itself is opened level by level', async () => {
    const { page, problems } = await open(
      '#/object/apiextensions.orch.io/v1/customresourcedefinitions/-/tickets.example.com?tab=form',
    );
    await findField(page, 'openAPIV3Schema not');
    await page.locator('[data-path$="openAPIV3Schema/not"]').waitFor();
    await addField(page, 'not', 'not');
    await page.locator('[data-path$="not/not"]').waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('axe finds nothing on the form of a Pod, %s at %i', async (colorScheme, width) => {
    const { page } = await open('#/new/-/v1/pods?namespace=default', width, colorScheme);
    await field(page, 'metadata/name').fill('a-pod');
    await addField(page, 'spec', 'volumes');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add field to spec', exact: true }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.locator('.cm-line').first().isVisible()).toBe(width > 1100);
    await shoot(page, `form-${colorScheme}-${width}`);
  });
});
