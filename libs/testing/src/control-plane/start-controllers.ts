import { runOrch, type OrchProcess } from '../process/orch-process.js';
import type { PlaneOrder } from './plane-parts.js';

/** Starts all controllers in one process, each as its own account, and waits until their caches are synced. */
export async function startControllers(
  { dataDir, vocabulary, controllerFlags }: PlaneOrder,
  configuration: string,
  ending: (() => Promise<unknown>)[],
): Promise<void> {
  const process: OrchProcess = runOrch([
    'controller-manager',
    `--orchconfig=${configuration}`,
    '--use-service-account-credentials',
    `--data-dir=${dataDir}`,
    `--vocabulary=${vocabulary}`,
    ...controllerFlags,
  ]);
  ending.push(() => process.stop());
  await process.line((line) => line === 'synced');
}
