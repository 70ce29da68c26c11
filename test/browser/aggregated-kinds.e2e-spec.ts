import type { APIService } from '@orch/api';
import { builtinResources } from '@orch/client';
import { untilObject } from '@orch/testing';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { RECIPES, RecipeServer } from '../support/recipe-server.js';

/** A kind that another API server serves, behind the one that serves the dashboard. */
describe('kinds of an extension API server in the dashboard', () => {
  let recipes: RecipeServer;
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    recipes = await RecipeServer.start('default/kitchen');
    dashboard = await DashboardBrowser.start(`--service-address=default/kitchen=127.0.0.1:${recipes.extension.port}`);
    const services = dashboard.plane.client.resource<APIService>(builtinResources.apiServices);
    const body = recipes.extension.apiService(RECIPES.group, RECIPES.version, {
      namespace: 'default',
      name: 'kitchen',
    });
    await services.create(body as APIService);
    const isAvailable = (found?: APIService): boolean =>
      found?.status?.conditions?.some(({ type, status }) => type === 'Available' && status === 'True') === true;
    const name = `${RECIPES.version}.${RECIPES.group}`;
    await untilObject(services, { namespace: '', name }, 'being available', isAvailable);
  });
  afterAll(async () => {
    await dashboard?.stop();
    recipes?.stop();
  });

  const path = `${RECIPES.group}/${RECIPES.version}/${RECIPES.plural}`;
  const field = (page: Page, name: string) => page.locator(`[data-path="${name}"]`);

  test('an object is created and edited in the form of its schema; what its server refuses is at the field', async () => {
    const { page, problems } = await dashboard.openAs(TOKENS.admin, `#/new/${path}?namespace=default`);
    await field(page, 'metadata/name').fill('soup');
    await field(page, 'spec/course').selectOption('starter');
    await field(page, 'spec/servings').fill('40');
    await page.getByText('For how many people.').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    const row = page.locator('.form-row', { has: field(page, 'spec/servings') });
    await row.getByText('Invalid value: must be at most 12').waitFor();
    await field(page, 'spec/servings').fill('4');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The server would create it as it is.').waitFor();
    expect(recipes.recipes.size).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'soup', exact: true }).waitFor();
    expect(recipes.recipes.get('default/soup')).toMatchObject({ spec: { course: 'starter', servings: 4 } });

    await page.getByRole('link', { name: 'Form' }).click();
    await field(page, 'spec/servings').fill('6');
    await page.getByRole('button', { name: 'Add field to spec', exact: true }).click();
    await page.getByLabel('Field to add to spec').fill('steps');
    await page.keyboard.press('Enter');
    await field(page, 'spec/steps/0').fill('boil');
    await page.getByRole('button', { name: 'Add item to steps' }).click();
    await field(page, 'spec/steps/1').fill('chop');
    await page.getByRole('button', { name: 'Move 2 up' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').locator('.cm-changedLine', { hasText: 'servings: 6' }).waitFor();
    expect(recipes.recipes.get('default/soup')).toMatchObject({ spec: { servings: 4 } });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Live: follows the server until you edit').waitFor();
    const spec = { course: 'starter', servings: 6, steps: ['chop', 'boil'] };
    expect(recipes.recipes.get('default/soup')).toMatchObject({ spec });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Recipes' }).first().click();
    // Its server makes no tables: the rows are the names and ages.
    await page.getByRole('link', { name: 'soup', exact: true }).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Age']);
    // What the form refuses is the answer of the server, which the browser reports as an error.
    expect(problems.filter((text) => !text.includes('422'))).toEqual([]);
  });
});
