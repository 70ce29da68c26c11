import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Certificate and key are two writes: what follows so soon belongs to the same change. */
const SETTLE_MS = 200;

/**
 * Calls `onChange` when one of the files was changed or put anew. Watches their directories, since files are replaced by
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
  let running: Promise<void> = Promise.resolve();
  let ended = false;
  const changed = (): void => {
    if (ended) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(change);
    }, SETTLE_MS);
    timer.unref();
  };
  const directories = new Set(files.map((file) => dirname(file)));
  const watchers: FSWatcher[] = [...directories].map((directory) => watch(directory, { persistent: false }, changed));
  for (const watcher of watchers) watcher.on('error', changed);
  return () => {
    ended = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
