import type { ConfigMap, Namespace } from '@orch/api';
import { builtinResources } from '@orch/client';
import { untilGone } from '@orch/testing';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { replaceLine } from '../support/dashboard-editor.js';
import { shoot } from '../support/screenshots.js';

describe('objects in the dashboard', () => {
  let dashboard: DashboardBrowser;

  const configMaps = () => dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps);
  const configMap = (name: string, more: Partial<ConfigMap> = {}): Promise<ConfigMap> =>
    configMaps().create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...more,
      metadata: { name, namespace: 'default', ...more.metadata },
    });
  const open = (hash: string) => dashboard.openAs(TOKENS.admin, hash);

  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  test('an edit is checked by the server, shown as a difference, then stored', async () => {
    await configMap('edited', { data: { color: 'blue' } });
    const { page, problems } = await open('#/object/-/v1/configmaps/default/edited?tab=yaml');
    await replaceLine(page, 'color: blue', 'color: green');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.locator('.cm-changedLine', { hasText: 'green' }).waitFor();
    await dialog.locator('.cm-deletedChunk', { hasText: 'blue' }).waitFor();
    expect((await configMaps().get({ namespace: 'default', name: 'edited' })).data).toEqual({ color: 'blue' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'review');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Live: follows the server until you edit').waitFor();
    expect((await configMaps().get({ namespace: 'default', name: 'edited' })).data).toEqual({ color: 'green' });
    expect(problems).toEqual([]);
  });

  test('when another client was faster, the edit names it and is put on the new version', async () => {
    const before = await configMap('contended', { data: { color: 'blue' } });
    const { page } = await open('#/object/-/v1/configmaps/default/contended?tab=yaml');
    await replaceLine(page, 'color: blue', 'color: green');
    await configMaps().replace({ ...before, data: { color: 'blue', size: 'large' } });
    await page.getByText('changed the object since you began').waitFor();
    await page.getByRole('button', { name: 'Put my changes on the new version' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Live: follows the server until you edit').waitFor();
    expect((await configMaps().get({ namespace: 'default', name: 'contended' })).data).toEqual({
      color: 'green',
      size: 'large',
    });
  });

  test('fields of the kind are offered from its schema', async () => {
    await configMap('completed');
    const { page, problems } = await open('#/object/-/v1/configmaps/default/completed?tab=yaml');
    await page.getByLabel('YAML', { exact: true }).waitFor();
    await page.locator('.cm-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('imm');
    await page.getByRole('option', { name: 'immutable' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('what the server refuses is said before anything is stored', async () => {
    await configMap('refused', { data: { color: 'blue' } });
    const { page } = await open('#/object/-/v1/configmaps/default/refused?tab=yaml');
    await replaceLine(page, 'color: blue', 'color: [1]');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('alert').waitFor();
    expect((await configMaps().get({ namespace: 'default', name: 'refused' })).data).toEqual({ color: 'blue' });
  });

  test('deleting asks how to treat what the object owns', async () => {
    await configMap('obsolete');
    const { page } = await open('#/object/-/v1/configmaps/default/obsolete');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete ConfigMap obsolete' });
    await dialog.getByLabel('Foreground').check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This object was deleted.').waitFor();
    await untilGone(configMaps(), { namespace: 'default', name: 'obsolete' });
  });

  test('by keyboard: the focus returns to the button of a menu and of a dialog, and goes to the content of the next view', async () => {
    await configMap('focused', { metadata: { name: 'focused', finalizers: ['example.com/hold'] } });
    await configMaps().delete({ namespace: 'default', name: 'focused' });
    const { page } = await open('#/list/-/v1/configmaps?namespace=default&q=focused');
    const focused = () => page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName');
    expect(await page.title()).toBe('Config Maps – Orch');
    await page.getByRole('link', { name: 'focused' }).press('Enter');
    await page.getByRole('heading', { name: 'focused' }).waitFor();
    expect(await page.title()).toBe('focused – ConfigMap – Orch');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Remove finalizers…');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Actions');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Actions');
    await page.getByRole('button', { name: 'Skip to the content' }).press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('axe finds nothing on summary and editor', async () => {
    await dashboard.plane.client.resource<Namespace>(builtinResources.namespaces).get('default');
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page } = await dashboard.openAs(TOKENS.admin, '#/object/-/v1/namespaces/-/default', options);
      await page.getByRole('heading', { name: 'Summary' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByRole('link', { name: 'YAML' }).click();
      await page.locator('.cm-line').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `yaml-${colorScheme}-${width}`);
    }
  });
});
