import { isDeepStrictEqual } from 'node:util';
import { type Logger, watchFiles } from '@orch/process';

/**
 * Watches files and calls `replace` with the result of `read` when it differs from the current one (D-015). When `read` or `replace`
 * fails, logs the error and keeps the current material.
 * @returns stops watching.
 */
export function followMaterial<T>(
  files: readonly string[],
  first: T,
  read: () => Promise<T>,
  log: Logger,
  replace: (next: T) => void,
): () => void {
  let current = first;
  return watchFiles(
    files,
    async () => {
      const next = await read();
      if (isDeepStrictEqual(next, current)) return; // something else in the directory changed
      replace(next);
      current = next;
      log.info('certificates reloaded', { files });
    },
    (_problem, error) => log.error('cannot reload certificates, keeping the current ones', { files, error }),
  );
}
