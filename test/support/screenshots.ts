import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** With ORCH_TEST_SCREENSHOTS=DIRECTORY pictures of the pages are written there, to be looked at. */
export async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env['ORCH_TEST_SCREENSHOTS'];
  if (directory !== undefined) await page.screenshot({ path: join(directory, `${name}.png`) });
}
