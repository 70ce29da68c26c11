/** How long work goes on before others have their turn. Unit: milliseconds. */
const TURN_MS = 8;

/** Works that wait for a turn of the event loop, longest first. */
const waiting: (() => void)[] = [];

/**
 * Does long work without holding the event loop: between two steps others have their turn when it is time. All works together have one share of
 * each turn, however many there are: they take it one after the other.
 */
export async function inTurns<T>(work: Generator<undefined, T>, turnMs = TURN_MS): Promise<T> {
  // Many such works may follow each other.
  await share();
  let until = performance.now() + turnMs;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await share();
    until = performance.now() + turnMs;
  }
}

/** Does work whose first step is often all: that one at once, the others in turns. @throws what its first step throws. */
export function atOnceOrInTurns<T>(work: Generator<undefined, T>): T | Promise<T> {
  const first = work.next();
  return first.done ? first.value : inTurns(work);
}

/** Resolves in a turn in which no other work goes on. */
const share = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextShare);
  });

/** What waits is taken one at a time. An immediate that is set by another runs after the next poll for input. */
function nextShare(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(nextShare);
  next?.();
}
