import { seededRandom, systemClock, withTimeout } from '@orch/apimachinery';
import * as fc from 'fast-check';
import type { Watcher } from './watcher.js';

/** Turns without an event after which watches have sent all. */
const IDLE_TURNS = 12;
const MOST_TURNS = 10_000;
/** Limit of one case, which takes a fifth of a second. */
const CASE_MS = 20_000;

/** A watch of a model, and its sink. */
export interface PlayedWatch {
  readonly watcher: Watcher;
  readonly sink: {
    readonly ended: unknown;
    /** Number of writes so far. */
    readonly written: number;
    /** Makes room for further writes. */
    empty(): void;
  };
}

/** Whether the machine is loaded: a seed of its time. */
export const load = fc.noShrink(fc.option(fc.nat(), { nil: undefined }));

/** Replaces the time by that of a loaded machine, on which a step takes longer than the share of a turn now and then. */
export function timeUnder(seed: number | undefined): jest.SpyInstance<number> | undefined {
  if (seed === undefined) return undefined;
  const random = seededRandom(seed);
  const often = random() / 2;
  let now = 0;
  return jest.spyOn(performance, 'now').mockImplementation(() => (now += random() < often ? 50 : 0.01));
}

/** Lets all watches read to the end, in as many turns as it takes: on a loaded machine more, since the time of each turn is bounded. */
export async function readToEnd(watches: readonly PlayedWatch[]): Promise<void> {
  let before = -1;
  for (let turns = 0, idle = 0; idle < IDLE_TURNS; turns++) {
    const reading = watches.flatMap(({ watcher, sink }, at) => (watcher.live || sink.ended ? [] : [at]));
    if (turns === MOST_TURNS) throw new Error(`watches still read after ${turns} turns: ${reading.join()}`);
    const written = watches.reduce((sum, { sink }) => sum + sink.written, 0);
    idle = written === before && reading.length === 0 ? idle + 1 : 0;
    before = written;
    for (const { watcher, sink } of watches) {
      sink.empty();
      watcher.drained();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The end of a case. One that does not end fails with what it awaits, not by the time limit of its test. */
export const endOf = (played: Promise<void>, doing: () => string): Promise<void> =>
  withTimeout(systemClock, CASE_MS, played, () => {
    throw new Error(`not ended after ${CASE_MS} ms: ${doing()}`);
  });
