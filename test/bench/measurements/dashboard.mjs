import { deploymentsPath, fillUpTo, writeDeployment } from '../deployments.mjs';
import { call } from '../drive/api-calls.mjs';
import { CHANGES_PER_SECOND, DashboardUse } from '../drive/dashboard-use.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startBrowser } from '../subjects/browser.mjs';

/** @type {import('./measurements.mjs').Measurement} */
export const dashboard = {
  name: 'dashboard',
  title: 'Dashboard',
  setting: `A list of Deployments in the distribution’s Chromium, without a window or a GPU. ${CHANGES_PER_SECOND} changes/s by another client go through the list: of 20, one is to a row in view, one deletes and one creates an object. Visible: from the request of the change to the end of the frame that shows it. Frames: of the page, while the wheel scrolls 120 rows/s. Memory of the tab: PSS of its process, the most of looks every second; its heap: after a garbage collection. Idle: from 60 s after the tab was opened, when the garbage of opening it was collected. Server, browser and the other client share the machine.`,
  columns: [{ key: 'value', title: 'found', digits: 1 }],
  needs: 'chromium',
  async open({ root, folder, quick, manyObjects, churnSeconds }) {
    const objects = quick ? 2_000 : 20_000;
    const lengths = { seconds: quick ? 5 : 40, scrollSeconds: quick ? 3 : 10 };
    const files = { folder: folder('dashboard'), bodyFile: writeDeployment(folder('dashboard')) };
    const server = await startApiServer({ root, dataDir: folder('dashboard/server') });
    await call(`${server.url}/api/v1/namespaces`, { method: 'POST', body: MANY });
    await fillUpTo(server.url + deploymentsPath('default'), objects, files.bodyFile);
    await fillUpTo(server.url + deploymentsPath('many'), manyObjects, files.bodyFile);
    const browser = await startBrowser();
    const use = new DashboardUse(server, browser, files);
    const parts = {
      changing: () => use.changing('default', lengths),
      still: () => use.still('default', lengths),
      churn: () => use.churn('default', churnSeconds),
      idle: () => use.idle('default', { seconds: quick ? 5 : 60, settleSeconds: quick ? 2 : 60 }),
      long: () => use.long('many'),
      longChanging: () => use.changing('many', lengths),
    };
    // Each part gives several figures, and runs once in a round.
    let found = {};
    const openRound = async () => {
      found = {};
    };
    const figure = async (part, key) => ({ value: (await (found[part] ??= parts[part]()))[key] });
    const rows = rowsOf(objects.toLocaleString('en'), manyObjects.toLocaleString('en'), churnSeconds);
    return {
      contestants: rows.map(({ name, part, key }) => ({ name, run: () => figure(part, key) })),
      goals: goalsOf((part, key) => rows.find((row) => row.part === part && row.key === key).name),
      openRound,
      close: async () => {
        await browser.stop();
        await server.stop();
      },
    };
  },
};

const MANY = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'many' } });

const rowsOf = (few, many, churnSeconds) => [
  { part: 'changing', key: 'p50', name: `${few} rows: change to visible, p50, ms` },
  { part: 'changing', key: 'p99', name: `${few} rows: change to visible, p99, ms` },
  { part: 'changing', key: 'longest', name: `${few} rows: change to visible, longest, ms` },
  { part: 'changing', key: 'count', name: `${few} rows: changes to rows in view` },
  { part: 'changing', key: 'perSecond', name: `${few} rows: all changes/s` },
  { part: 'still', key: 'framesPerSecond', name: `${few} rows, no changes: frames/s while scrolling` },
  { part: 'changing', key: 'framesPerSecond', name: `${few} rows: frames/s while scrolling` },
  { part: 'changing', key: 'worstSecond', name: `${few} rows: frames in the worst second of scrolling` },
  { part: 'changing', key: 'longestFrameMs', name: `${few} rows: longest frame while scrolling, ms` },
  { part: 'churn', key: 'changes', name: `churn of ${churnSeconds} s: changes` },
  { part: 'churn', key: 'processMb', name: `churn of ${churnSeconds} s: memory of the tab, MB` },
  { part: 'churn', key: 'begin', name: `churn of ${churnSeconds} s: heap before, MB` },
  { part: 'churn', key: 'middle', name: `churn of ${churnSeconds} s: heap after half of it, MB` },
  { part: 'churn', key: 'after', name: `churn of ${churnSeconds} s: heap after all of it, MB` },
  { part: 'idle', key: 'without', name: 'server without a tab, % of a core' },
  { part: 'idle', key: 'with', name: 'server with an idle tab, % of a core' },
  { part: 'long', key: 'openMs', name: `${many} objects: first rows after, ms` },
  { part: 'long', key: 'requests', name: `${many} objects: lists requested for the first rows` },
  { part: 'long', key: 'openMb', name: `${many} objects: memory of the tab then, MB` },
  { part: 'long', key: 'loadSeconds', name: `${many} objects: scrolled to the end, all loaded after, s` },
  { part: 'long', key: 'sortMs', name: `${many} rows: sort by name, ms` },
  { part: 'long', key: 'filterMs', name: `${many} rows: filter, ms` },
  { part: 'long', key: 'heapMb', name: `${many} rows: heap of the tab, MB` },
  { part: 'longChanging', key: 'p50', name: `${many} rows: change to visible, p50, ms` },
  { part: 'longChanging', key: 'p99', name: `${many} rows: change to visible, p99, ms` },
  { part: 'longChanging', key: 'framesPerSecond', name: `${many} rows: frames/s while scrolling` },
];

function goalsOf(nameOf) {
  const value = (part, key) => (round) => round[nameOf(part, key)].value;
  const more = (part, key, than) => (round) => value(part, key)(round) - value(part, than)(round);
  return [
    { title: 'dashboard: change to visible, p50, ms', atMost: 200, value: value('changing', 'p50') },
    { title: 'dashboard: change to visible, p99, ms', atMost: 500, value: value('changing', 'p99') },
    { title: 'dashboard: frames/s while scrolling', atLeast: 50, value: value('changing', 'framesPerSecond') },
    { title: 'dashboard: memory of the tab, MB', atMost: 200, value: value('churn', 'processMb') },
    {
      title: 'dashboard: growth of the heap in the second half, MB',
      atMost: 2,
      value: more('churn', 'after', 'middle'),
    },
    { title: 'dashboard: idle tab, % of a core more', atMost: 1, value: more('idle', 'with', 'without') },
  ];
}
