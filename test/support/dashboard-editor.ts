import type { Page } from 'playwright-core';

/** In the YAML editor of the dashboard: replaces the content of the line with the text `from`, behind its indentation. */
export async function replaceLine(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('YAML', { exact: true }).waitFor();
  await page.locator('.cm-line', { hasText: from }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(to);
}
