import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Debounce: certificate and key are two writes of one change. */
const SETTLE_MS = 200;
/** Upper limit of the debounce: other files of the directory, such as a log, may change all the time. */
const LONGEST_SETTLE_MS = 1_000;
/** Files are also polled: when their directory was replaced by another, the watch reports nothing. */
const POLL_MS = 60_000;

/**
 * Calls `onChange` when one of the files was changed or replaced. Watches their directories, since files are replaced by
 * renaming, and links are moved, and a watch on the file itself would stay with the old one. Calls never overlap.
 * @param onProblem called with what `onChange` throws, once as long as the message stays the same: other files of the directory, such as
 * a log, change all the time.
 * @returns ends the watch.
 */
export function watchFiles(
  files: readonly string[],
  onChange: () => Promise<void>,
  onProblem: (problem: string, error: unknown) => void,
): () => void {
  let lastProblem: string | undefined;
  const change = async (): Promise<void> => {
    try {
      await onChange();
      lastProblem = undefined;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem) onProblem(problem, error);
      lastProblem = problem;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  /** When the first change came that waits. */
  let sinceMs: number | undefined;
  let running: Promise<void> = Promise.resolve();
  let ended = false;
  const changed = (): void => {
    if (ended) return;
    clearTimeout(timer);
    const nowMs = performance.now();
    sinceMs ??= nowMs;
    timer = setTimeout(
      () => {
        sinceMs = undefined;
        running = running.then(change);
      },
      Math.max(0, Math.min(SETTLE_MS, sinceMs + LONGEST_SETTLE_MS - nowMs)),
    );
    timer.unref();
  };
  const directories = new Set(files.map((file) => dirname(file)));
  const watchers: FSWatcher[] = [...directories].map((directory) => watch(directory, { persistent: false }, changed));
  for (const watcher of watchers) watcher.on('error', changed);
  const polling = setInterval(changed, POLL_MS).unref();
  return () => {
    ended = true;
    clearInterval(polling);
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
