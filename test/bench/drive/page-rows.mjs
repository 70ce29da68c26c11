// What a page with a list shows, and when. The functions given to `evaluate` run in the page.

/** @typedef {{ name: string, value: number }} Row a name and a number of replicas */

/**
 * Names of the rows that are in view as a whole.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export const namesInView = (page) =>
  page.evaluate(() => {
    const { bottom } = document.querySelector('.grid-scroll').getBoundingClientRect();
    const { bottom: top } = document.querySelector('.grid-head').getBoundingClientRect();
    return [...document.querySelectorAll('.grid-body .grid-line')]
      .filter((line) => {
        const box = line.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
      })
      .map((line) => line.querySelector('.name').textContent);
  });

/**
 * Begins to note every row that changes, with the time after the frame that shows it.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<(last: Row) => Promise<(Row & { shownMs: number })[]>>} gives them when the last change is shown; times are those of `Date.now`
 */
export async function followRows(page) {
  await page.evaluate(() => {
    const ready = [...document.querySelectorAll('[role=columnheader]')].findIndex(
      (head) => head.textContent === 'Ready',
    );
    const lineOf = (node) => (node instanceof Element ? node : node.parentElement)?.closest('.grid-line');
    const shown = [];
    const painted = (then) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(undefined); // a task after the frame
      });
    const observer = new MutationObserver((records) => {
      const lines = new Set(records.flatMap(({ target, addedNodes }) => [target, ...addedNodes].map(lineOf)));
      const rows = [...lines]
        .filter((line) => line instanceof Element && line.isConnected)
        .map((line) => ({
          name: line.querySelector('.name').textContent,
          value: Number(line.children[ready].textContent.split('/')[1]),
        }));
      painted(() => {
        const shownMs = Date.now();
        for (const row of rows) shown.push({ ...row, shownMs });
      });
    });
    observer.observe(document.querySelector('.grid-body'), { subtree: true, childList: true, characterData: true });
    globalThis.rowsShown = shown;
  });
  return async ({ name, value }) => {
    await page.waitForFunction(
      (last) => globalThis.rowsShown.some((row) => row.name === last.name && row.value >= last.value),
      {
        name,
        value,
      },
    );
    return page.evaluate(() => globalThis.rowsShown);
  };
}

/**
 * From the request of each change to the frame that shows it, ascending.
 * @param {readonly (Row & { sentMs: number })[]} changes
 * @param {readonly (Row & { shownMs: number })[]} shown
 * @returns {number[]}
 * @throws Error when a change was never shown, nor a later one of the same row
 */
export function delays(changes, shown) {
  const byName = new Map();
  for (const row of shown) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  return changes
    .map(({ name, value, sentMs }) => {
      const found = byName.get(name)?.find((row) => row.value >= value);
      if (found === undefined) throw new Error(`the page did not show that ${name} has ${value} replicas`);
      return found.shownMs - sentMs;
    })
    .toSorted((a, b) => a - b);
}

/** Speed of the wheel: about 120 rows a second. Unit: pixels per second. */
const SCROLL_SPEED = 4_000;
const WARM_UP_MS = 300;

/**
 * Scrolls the list with the wheel and counts the frames that the page makes meanwhile.
 * @param {import('../subjects/browser.mjs').Tab} tab
 * @param {number} seconds
 * @returns {Promise<{ framesPerSecond: number, worstSecond: number, longestFrameMs: number }>} `worstSecond`: frames in it
 */
export async function framesWhileScrolling({ page, session }, seconds) {
  await page.evaluate(() => {
    const times = [];
    let isOver = false;
    const note = (now) => {
      times.push(now);
      if (!isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    globalThis.endFrames = () => {
      isOver = true;
      return times;
    };
  });
  const { x, y, width, height } = await page.locator('.grid-scroll').boundingBox();
  await session.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -SCROLL_SPEED * seconds,
    speed: SCROLL_SPEED,
    gestureSourceType: 'mouse',
  });
  const all = await page.evaluate(() => globalThis.endFrames());
  const times = all.filter((time) => time >= all[0] + WARM_UP_MS);
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  const counts = [];
  for (let second = times[0]; second + 1_000 <= times.at(-1); second += 1_000) {
    counts.push(times.filter((time) => time >= second && time < second + 1_000).length);
  }
  return {
    framesPerSecond: (gaps.length * 1_000) / (times.at(-1) - times[0]),
    worstSecond: Math.min(...counts),
    longestFrameMs: Math.max(...gaps),
  };
}
