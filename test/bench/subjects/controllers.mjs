import { join } from 'node:path';

import { call } from '../drive/api-calls.mjs';
import { startChild } from './child.mjs';
import { freePort } from './free-port.mjs';

const CONTROLLER = 'service-account';
/** Between two looks at the metrics. Unit: milliseconds. */
const LOOK_MS = 10;

/**
 * Starts processes of the controller of ServiceAccounts and waits until the caches of all are synced.
 * @param {{ root: string, server: import('./api-server.mjs').ApiServer, processes: number, flags: readonly string[] }} options
 */
export async function startControllers({ root, server, processes, flags }) {
  const starting = Array.from({ length: processes }, async () => {
    const port = await freePort();
    const child = await startChild({
      args: [
        join(root, 'bin/orch.js'),
        'controller-manager',
        `--controllers=${CONTROLLER}`,
        `--data-dir=${server.dataDir}`,
        `--metrics-bind-address=127.0.0.1:${port}`,
        ...flags,
      ],
      ready: /^synced/,
      cwd: root,
    });
    return { ...child, syncedMs: performance.now(), metrics: `https://127.0.0.1:${port}/metrics` };
  });
  const children = await Promise.all(starting);
  return {
    pids: children.map(({ pid }) => pid),
    /** From synced caches until no key waits and none is reconciled. */
    reconciledPerSecond: async () => {
      const beganMs = Math.min(...children.map(({ syncedMs }) => syncedMs));
      for (;;) {
        const found = await Promise.all(children.map(figuresOf));
        const seconds = (performance.now() - beganMs) / 1_000;
        const reconciled = found.reduce((sum, one) => sum + one.reconciled, 0);
        if (reconciled > 0 && found.every(({ waiting }) => waiting === 0)) return reconciled / seconds;
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    stop: async () => {
      await Promise.all(children.map(({ stop }) => stop()));
    },
  };
}

async function figuresOf({ metrics }) {
  const text = (await call(metrics)).toString();
  const figure = (name, labels) => Number(new RegExp(`^${name}\\{${labels}\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    waiting:
      figure('workqueue_depth', `name="${CONTROLLER}"`) +
      figure('controller_runtime_active_workers', `controller="${CONTROLLER}"`),
    reconciled: figure('controller_runtime_reconcile_total', `controller="${CONTROLLER}",result="success"`),
  };
}
