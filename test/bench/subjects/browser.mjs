import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

import { TOKEN } from './api-server.mjs';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A tab with the dashboard, of a user who is signed in.
 * @typedef {object} Tab
 * @property {import('playwright-core').Page} page
 * @property {import('playwright-core').CDPSession} session to the page
 * @property {() => number} processBytes its process: what it shares with others counts in part (PSS). Unit: bytes.
 * @property {() => Promise<number>} heapBytes JavaScript objects that are left after a garbage collection. Unit: bytes.
 * @property {() => Promise<void>} close
 */

/**
 * Starts the distribution's Chromium, without a window.
 * @returns {Promise<{ open: (server: string, hash: string) => Promise<Tab>, stop: () => Promise<void> }>}
 */
export async function startBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.ORCH_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ARGS,
  });
  const processes = await browser.newBrowserCDPSession();
  const open = async (server, hash) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await keepNoAnswers(page);
    await page.goto(`${server}/dashboard/${hash}`);
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    const session = await context.newCDPSession(page);
    const pid = await rendererOf(processes);
    return {
      page,
      session,
      processBytes: () => shareBytes(pid),
      heapBytes: async () => {
        await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize;
      },
      close: () => context.close(),
    };
  };
  return { open, stop: () => browser.close() };
}

/**
 * The driver has the browser record what pages load, and the browser keeps the bodies in the process of the page: up to 20 MB of
 * each answer, of the stream of watches too. No user's tab does that. There is no option for it.
 */
const keepNoAnswers = (page) =>
  page._connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');

/** The process of the page that was just opened: the browser has others, one ready for the next page and one for its own window. */
async function rendererOf(processes) {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  const isOfPages = ({ id, type }) =>
    type === 'renderer' && !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--top-chrome-webui');
  return processInfo.filter(isOfPages).reduce((busiest, one) => (one.cpuTime > busiest.cpuTime ? one : busiest)).id;
}

/** @param {number} pid */
function shareBytes(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)[1]) * 1_024;
}
