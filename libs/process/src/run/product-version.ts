import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the installed package: that of the nearest `package.json` above this file, wherever the build put it. */
export function productVersion(from: string = __dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined) return version;
    if (folder === dirname(folder)) return '0.0.0';
  }
}

function versionIn(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // not here: look one folder up
    throw error;
  }
  const content = JSON.parse(text) as { readonly version?: unknown };
  return typeof content.version === 'string' ? content.version : undefined;
}
