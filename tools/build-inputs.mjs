// What a build is made from, as a hash: the content of the files that it reads, and the version of Node, for which code is compiled ahead.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['apps', 'libs', 'tools'];
const FILES = ['nest-cli.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** Of the last complete build: a build begins by removing `dist`, and ends by writing this file. */
const record = (root) => join(root, 'dist/build-inputs.sha256');

/** @returns the hash of what a build of `root` would read now. */
export function hashOfInputs(root) {
  const inputs = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`);
  for (const file of [...inputs, ...FILES.map((name) => join(root, name))]) {
    const content = readFileSync(file);
    hash.update(`\n${file.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

export const recordInputs = (root, hash) => writeFileSync(record(root), hash);

/** Whether the build that is there is complete and was made from what has `hash`. */
export const isBuiltFrom = (root, hash) => existsSync(record(root)) && readFileSync(record(root), 'utf8') === hash;
