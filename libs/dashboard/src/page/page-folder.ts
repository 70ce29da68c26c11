import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The built page: `dist/apps/dashboard` of the installation, next to the nearest `package.json` above this file, wherever the build put it. */
export function pageFolder(from: string = __dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, 'dist/apps/dashboard');
}
