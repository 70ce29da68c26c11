import { ApiError } from '@orch/apimachinery';
import type { Flow } from './fair-queue.js';
import { FairShares, type WorkStage } from './fair-shares.js';

/** How much of a turn of the event loop all works together take. Unit: milliseconds. */
const TURN_MS = 8;

/** Whose work it is, and until when it is wanted. */
export interface WorkOptions {
  readonly flow: Flow;
  /** Ends the work between two steps. Default: it is done to its end. */
  readonly signal?: AbortSignal;
  /** It is the first work of its request: it begins when others of its flow are through. Default false. */
  readonly isNew?: boolean;
}

const shares = new FairShares();
/** The next share is on its way. */
let isComing = false;
/** When the works have had what they may take of this turn. */
let turnEndsMs = -Infinity;

/**
 * Does long work without holding the event loop: between two steps others have their turn when it is time. All works together take
 * eight milliseconds of each turn, however many there are, and flows get the same time ({@link FairShares}).
 * HOT PATH (bench: longest-wait): how long others wait is the share of a turn plus one step.
 * @throws what the work throws; ApiError TooManyRequests for new work where too much waits, BadRequest when the signal ended it.
 */
export async function inTurns<T>(work: Generator<undefined, T>, options: WorkOptions): Promise<T> {
  const { flow, signal, isNew = false } = options;
  for (let stage: WorkStage = isNew ? 'new' : 'continued'; ; stage = 'resumed') {
    await share(flow, stage, signal);
    const from = performance.now();
    try {
      do {
        const step = work.next();
        if (step.done) return step.value;
      } while (performance.now() < turnEndsMs);
    } finally {
      shares.charge(flow, performance.now() - from);
    }
  }
}

/** What work of which nobody knows the length is taken to need. Unit: milliseconds. */
const USUAL_MS = 5;

/** Returns when a few milliseconds of work may be done that is no generator. @throws ApiError BadRequest when the signal ended it. */
export async function ownTurn({ flow, signal }: WorkOptions): Promise<void> {
  await share(flow, 'continued', signal);
  shares.charge(flow, USUAL_MS);
}

/** Does work that has no steps: one such work, or a few short ones, in a turn. */
export const inOneStep = async <T>(work: () => T | Promise<T>, options: WorkOptions): Promise<T> =>
  inTurns(oneStep(work), options);

// eslint-disable-next-line require-yield
function* oneStep<T>(work: () => T): Generator<undefined, T> {
  return work();
}

/**
 * Does work whose first step is often all: that one at once, the others in turns.
 * @param options asked only where there are others.
 * @throws what its first step throws.
 */
export function atOnceOrInTurns<T>(work: Generator<undefined, T>, options: () => WorkOptions): T | Promise<T> {
  const first = work.next();
  return first.done ? first.value : inTurns(work, options());
}

/**
 * Receives the body of new work, where there is room for it.
 * @throws ApiError TooManyRequests before anything is received, where new work of the flow is refused; what `receive` throws.
 */
export async function receiveInTurn<T>(flow: Flow, receive: () => Promise<T>): Promise<T> {
  const done = shares.expect(flow);
  try {
    return await receive();
  } finally {
    done();
  }
}

/** Resolves when the work may go on until the works' part of the turn is over. */
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
    comeNext();
  });

/** Grants one share after the other: in this turn while there is time, else in the next one, after the event loop has polled for input. */
function comeNext(): void {
  if (isComing || shares.size === 0) return;
  isComing = true;
  afterMicrotasks(() => {
    if (performance.now() < turnEndsMs) return grantNext();
    setImmediate(() => {
      turnEndsMs = performance.now() + TURN_MS;
      grantNext();
    });
  });
}

/** What the work of a share sets off counts as its time, too. Ticks that a microtask asks for run when there is no other microtask. */
const afterMicrotasks = (then: () => void): void => queueMicrotask(() => process.nextTick(then));

function grantNext(): void {
  isComing = false;
  shares.next()?.();
  comeNext();
}

const ended = (): ApiError => ApiError.badRequest('the request was ended before it was served');
