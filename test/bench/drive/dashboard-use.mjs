import { deploymentsPath } from '../deployments.mjs';
import { percentile } from '../statistics.mjs';
import { startOtherClient } from '../subjects/other-client.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';
import { arrangeBy, loadAll, loadByScrolling, openList } from './page-lists.mjs';
import { delays, followRows, framesWhileScrolling, namesInView } from './page-rows.mjs';

export const CHANGES_PER_SECOND = 200;
const MB = 1_000_000;
/** Between two looks at the memory of the tab. */
const LOOK_MS = 1_000;
/** The frames of the first rows, and what the page does once, are over. */
const REST_MS = 2_000;

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const listHash = (namespace) => `#/list/apps/v1/deployments?namespace=${namespace}`;

/** What users do with the dashboard of a server, each with a tab of its own, and what it costs. */
export class DashboardUse {
  /**
   * @param {import('../subjects/api-server.mjs').ApiServer} server
   * @param {Awaited<ReturnType<import('../subjects/browser.mjs').startBrowser>>} browser
   * @param {{ folder: string, bodyFile: string }} files
   */
  constructor(server, browser, files) {
    this.server = server;
    this.browser = browser;
    this.files = files;
  }

  /** A list of all Deployments of a namespace under changes: their delays, then frames. */
  async changing(namespace, { seconds, scrollSeconds }) {
    return this.#withChanges(namespace, async (tab, client) => {
      await client.begin([]);
      await rest(REST_MS);
      await client.end();
      const shown = await followRows(tab.page);
      await client.begin(await namesInView(tab.page));
      await rest(seconds * 1_000);
      const { perSecond, seen } = await client.end();
      const sorted = delays(seen, await shown(seen.at(-1)));
      await client.begin([]);
      const frames = await framesWhileScrolling(tab, scrollSeconds);
      await client.end();
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(sorted, share));
      return { perSecond, count: sorted.length, p50, p99, longest: sorted.at(-1), ...frames };
    });
  }

  /** Frames of the same without changes. */
  async still(namespace, { scrollSeconds }) {
    return this.#withTab(listHash(namespace), async (tab) => {
      await loadAll(tab.page);
      await rest(REST_MS);
      return framesWhileScrolling(tab, scrollSeconds);
    });
  }

  /** Memory of a tab with all Deployments of a namespace while they change. */
  async churn(namespace, seconds) {
    return this.#withChanges(namespace, async (tab, client) => {
      await rest(REST_MS);
      const heaps = [await tab.heapBytes()];
      let most = tab.processBytes();
      await client.begin(await namesInView(tab.page));
      for (let half = 0; half < 2; half++) {
        const end = performance.now() + (seconds * 1_000) / 2;
        while (performance.now() < end) {
          await rest(Math.min(LOOK_MS, end - performance.now()));
          most = Math.max(most, tab.processBytes());
        }
        heaps.push(await tab.heapBytes());
      }
      const { changes } = await client.end();
      const [begin, middle, after] = heaps.map((bytes) => bytes / MB);
      return { changes, processMb: most / MB, begin, middle, after };
    });
  }

  /**
   * The server while nothing happens, without a tab and with one that shows a list. Percent of a core.
   * @param settleSeconds before each: garbage is collected within seconds after the last work
   */
  async idle(namespace, { seconds, settleSeconds }) {
    await rest(settleSeconds * 1_000);
    const without = await this.#serverCpu(seconds);
    return this.#withTab(listHash(namespace), async ({ page }) => {
      await page.locator('.grid-body .grid-line').first().waitFor();
      await rest(settleSeconds * 1_000);
      return { without, with: await this.#serverCpu(seconds) };
    });
  }

  /** A very long list: what it takes to see its first rows, and all of them. */
  async long(namespace) {
    return this.#withTab('#/list/-/v1/namespaces', async (tab) => {
      const opened = await openList(tab.page, listHash(namespace));
      const openMb = tab.processBytes() / MB;
      const loadSeconds = await loadByScrolling(tab.page);
      const sortMs = await arrangeBy(tab.page, 'sort');
      const filterMs = await arrangeBy(tab.page, 'filter');
      return { ...opened, openMb, loadSeconds, sortMs, filterMs, heapMb: (await tab.heapBytes()) / MB };
    });
  }

  async #withTab(hash, act) {
    const tab = await this.browser.open(this.server.url, hash);
    try {
      return await act(tab);
    } finally {
      await tab.close();
    }
  }

  async #withChanges(namespace, act) {
    const url = this.server.url + deploymentsPath(namespace);
    const client = await startOtherClient({ ...this.files, url, perSecond: CHANGES_PER_SECOND });
    try {
      return await this.#withTab(listHash(namespace), async (tab) => {
        await loadAll(tab.page);
        return act(tab, client);
      });
    } finally {
      await client.stop();
    }
  }

  async #serverCpu(seconds) {
    const before = cpuSeconds(this.server.pid);
    const began = performance.now();
    await rest(seconds * 1_000);
    return ((cpuSeconds(this.server.pid) - before) * 100_000) / (performance.now() - began);
  }
}
