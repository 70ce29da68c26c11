import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and those above it that are missing; nothing happens when it exists. `mkdir` of Node with `recursive` never returns
 * on file systems that answer ENOENT inside a directory that exists, such as /proc.
 * @param mode of those that are created.
 * @throws the system error, with the path that caused it.
 */
export function makeDirectory(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error; // another process created it concurrently
  }
}
