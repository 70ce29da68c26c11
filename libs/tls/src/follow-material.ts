import { isDeepStrictEqual } from 'node:util';
import { type Logger, watchFiles } from '@orch/process';

/**
 * Hands over what `read` gives whenever one of the files changes and the content is another than before (D-015). What cannot
 * be read, or what `replace` refuses, is logged, and everything stays as it is.
 * @returns ends it.
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
      log.info('certificates were read again', { files });
    },
    (_problem, error) => log.error('certificates could not be read again; those in use stay', { files, error }),
  );
}
