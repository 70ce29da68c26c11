// What a user does with a long list. The functions given to `evaluate` run in the page; `frame` waits for its next frame.

/** A list that does not come within this time never will. Unit: milliseconds. */
const PATIENCE_MS = 300_000;
/** Another request for a list that was just shown would come within this time. */
const SETTLE_MS = 1_000;

/**
 * Loads all rows of the list that is shown, and shows them in the order of the server.
 * @param {import('playwright-core').Page} page
 */
export async function loadAll(page) {
  await page.locator('.grid-body .grid-line').first().waitFor();
  const name = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await name.click();
  await page.getByRole('button', { name: 'Load all' }).click();
  await page.getByRole('button', { name: /^Load/ }).waitFor({ state: 'detached', timeout: PATIENCE_MS });
  await name.click();
  await name.click();
}

/**
 * Opens a list from another one.
 * @param {import('playwright-core').Page} page
 * @param {string} hash
 * @returns {Promise<{ openMs: number, requests: number }>} until its first rows are in a frame, and the lists requested for it
 */
export async function openList(page, hash) {
  await page.locator('.grid-body .grid-line').first().waitFor();
  const { began, openMs } = await page.evaluate(async (to) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const began = performance.now();
    location.hash = to;
    const rows = () => document.querySelectorAll('[aria-label=Deployments] .grid-body .grid-line').length;
    while (rows() === 0) await frame();
    await frame();
    return { began, openMs: performance.now() - began };
  }, hash);
  await page.waitForTimeout(SETTLE_MS);
  // Of the page itself: the driver does not follow what it loads.
  const requests = await page.evaluate(
    (from) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime >= from && name.includes('limit=')).length,
    began,
  );
  return { openMs, requests };
}

/**
 * Scrolls to the end again and again, until there is no more.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>} seconds
 */
export async function loadByScrolling(page) {
  const tookMs = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const began = performance.now();
    const scroller = document.querySelector('.grid-scroll');
    // `500 of 100,000` until all are there
    while (document.querySelector('.count').textContent.includes('of')) {
      scroller.scrollTop = scroller.scrollHeight;
      await frame();
    }
    return performance.now() - began;
  });
  return tookMs / 1_000;
}

/**
 * Sorts by name, or filters by what few rows have in their names.
 * @param {import('playwright-core').Page} page
 * @param {'sort' | 'filter'} what
 * @returns {Promise<number>} milliseconds until a frame shows it
 */
export function arrangeBy(page, what) {
  return page.evaluate(async (how) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const head = document.querySelector('[role=columnheader].name');
    const input = document.querySelector('input[aria-label=Filter]');
    const began = performance.now();
    if (how === 'sort') head.querySelector('button').click();
    else {
      input.value = 'bench-b bc';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    const isDone = () =>
      how === 'sort'
        ? head.getAttribute('aria-sort') === 'ascending'
        : document.querySelector('.count').textContent.includes('of');
    while (!isDone()) await frame();
    await frame();
    return performance.now() - began;
  }, what);
}
