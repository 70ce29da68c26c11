import type { Controller } from '../controller/controller.js';

/** What a process publishes about one controller. */
export interface ControllerStatus {
  readonly name: string;
  /** Keys that wait for a worker; of a shared queue those of all processes. */
  readonly depth: number;
  /** Keys that were queued again after a failure, since the start of the process. */
  readonly retries: number;
  /** Keys whose last reconcile failed. */
  readonly failing: number;
  /** The one that failed last. */
  readonly last?: { readonly key: string; readonly failures: number; readonly error: string; readonly time: string };
}

/** What all processes of the same controllers publish, by their identity: the value of the annotation, as JSON. */
export type PublishedStatus = Readonly<Record<string, ProcessStatus>>;

export interface ProcessStatus {
  /** RFC 3339. */
  readonly time: string;
  readonly controllers: readonly ControllerStatus[];
}

/** The status of a controller now. */
export async function statusOf({ options, queueFigures, failedKeys }: StatusSource): Promise<ControllerStatus> {
  const { count, last } = failedKeys.summary();
  return {
    name: options.name,
    depth: await queueFigures.depth(),
    retries: queueFigures.counts.retries,
    failing: count,
    ...(last && {
      last: {
        key: last.key,
        failures: last.failures,
        error: last.error,
        time: new Date(last.timeMs).toISOString(),
      },
    }),
  };
}

/** The parts of a controller that its status is made of. */
export type StatusSource = Pick<Controller, 'queueFigures' | 'failedKeys'> & {
  readonly options: Pick<Controller['options'], 'name'>;
};

/**
 * What of a status is worth a write: which keys fail and why, not how often, and whether keys wait. Counters alone would change with every
 * reconcile.
 */
export const significance = (all: readonly ControllerStatus[]): string =>
  JSON.stringify(all.map(({ name, depth, failing, last }) => [name, depth > 0, failing, last?.key, last?.error]));
