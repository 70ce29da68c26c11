import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './programs.js';

/** Controllers of the user's own among the built programs, as the build found them. @param root the installation. */
export function ownPrograms(root: string): readonly Program[] {
  const file = join(root, 'dist/own-programs.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Program[]) : [];
}
