import { ApiError } from '@orch/apimachinery';
import type { Flow } from './fair-queue.js';
import { FairShares, type WorkStage } from './fair-shares.js';

/** Share of all works in one turn of the event loop. Unit: milliseconds. */
const TURN_MS = 8;

/** The flow of work, and its abort signal. */
export interface WorkOptions {
  readonly flow: Flow;
  /** Aborts the work between two steps. Default: it always completes. */
  readonly signal?: AbortSignal;
  /** The first work of its request: it starts after the started works of its flow. Default false. */
  readonly isNew?: boolean;
}

/** What work yields between two steps: nothing, or what its next step waits for, which must not be rejected. */
export type Pause = Promise<unknown> | undefined;

const shares = new FairShares();
/** The next share is scheduled. */
let isScheduled = false;
/** End of the works' share of this turn. */
let turnEndsMs = -Infinity;

/**
 * Runs long work without blocking the event loop: between two steps other callbacks run. All works together use eight
 * milliseconds of each turn, however many there are, and flows get equal time ({@link FairShares}).
 * HOT PATH (bench: longest-wait): others wait for at most the share of a turn plus one step.
 * @throws errors of the work; ApiError TooManyRequests for new work when the queue is full, BadRequest when the signal
 * was aborted.
 */
export async function inTurns<T>(work: Generator<Pause, T>, options: WorkOptions): Promise<T> {
  const { flow, signal, isNew = false } = options;
  for (let stage: WorkStage = isNew ? 'new' : 'continued'; ; stage = 'resumed') {
    await share(flow, stage, signal);
    const from = performance.now();
    let awaited: Pause;
    try {
      do {
        const step = work.next();
        if (step.done) return step.value;
        awaited = step.value;
      } while (!awaited && performance.now() < turnEndsMs);
    } finally {
      shares.charge(flow, performance.now() - from);
    }
    // Not in a share: others run meanwhile.
    if (awaited) await awaited;
  }
}

/** Assumed duration of work of unknown length. Unit: milliseconds. */
const USUAL_MS = 5;

/**
 * Resolves when a few milliseconds of work outside a generator may run. @throws ApiError BadRequest when the signal was
 * aborted.
 */
export async function ownTurn({ flow, signal }: WorkOptions): Promise<void> {
  await share(flow, 'continued', signal);
  shares.charge(flow, USUAL_MS);
}

/** Runs work without steps: one such work, or a few short ones, per turn. */
export const inOneStep = async <T>(work: () => T | Promise<T>, options: WorkOptions): Promise<T> =>
  inTurns(oneStep(work), options);

// eslint-disable-next-line require-yield
function* oneStep<T>(work: () => T): Generator<undefined, T> {
  return work();
}

/** End of the time for first steps in this turn; undefined: every work of it was complete after its first step. */
let firstStepsEndMs: number | undefined;

/**
 * Runs the first step at once, and further steps in turns. The first steps of many works that begin in one turn, as when they waited for the same,
 * have eight milliseconds together; later ones wait for a share.
 * HOT PATH (bench: create): reads no clock while works are complete after their first step.
 * @param options called only when there are further steps, or no time is left.
 * @throws errors of the first step.
 */
export function atOnceOrInTurns<T>(work: Generator<Pause, T>, options: () => WorkOptions): T | Promise<T> {
  if (firstStepsEndMs !== undefined && performance.now() >= firstStepsEndMs) return inTurns(work, options());
  const first = work.next();
  if (first.done) return first.value;
  if (firstStepsEndMs === undefined) {
    firstStepsEndMs = performance.now() + TURN_MS;
    setImmediate(() => (firstStepsEndMs = undefined));
  }
  return first.value ? first.value.then(() => inTurns(work, options())) : inTurns(work, options());
}

/**
 * Called before a large body is received, so that its client does not send it in vain.
 * @throws ApiError TooManyRequests when new work of the flow would be rejected now.
 */
export const assertRoom = (flow: Flow): void => shares.assertRoom(flow);

/** Resolves when the work may run until the end of the works' share of the turn. */
const share = (flow: Flow, stage: WorkStage, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(ended());
    const leave = (): void => {
      shares.remove(flow, grant);
      reject(ended());
    };
    const grant = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    shares.add(flow, stage, grant);
    signal?.addEventListener('abort', leave, { once: true });
    scheduleNext();
  });

/**
 * Grants one share after the other: in this turn while there is time, else in the next one, after the event loop has
 * polled for input.
 */
function scheduleNext(): void {
  if (isScheduled || shares.size === 0) return;
  isScheduled = true;
  afterMicrotasks(() => {
    if (performance.now() < turnEndsMs) return grantNext();
    setImmediate(() => {
      turnEndsMs = performance.now() + TURN_MS;
      grantNext();
    });
  });
}

/**
 * Time spent in microtasks of a share counts as its time, too. Ticks scheduled by a microtask run after all microtasks.
 */
const afterMicrotasks = (then: () => void): void => queueMicrotask(() => process.nextTick(then));

function grantNext(): void {
  isScheduled = false;
  shares.next()?.();
  scheduleNext();
}

const ended = (): ApiError => ApiError.badRequest('the request was aborted before it was served');
