import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FuzzInput } from './fuzz-target.js';

/** Inputs that once failed: each is run again before any new one. Texts are written as JSON strings, bytes as they are. */
const TEXT_SUFFIX = '.text.json';

export function readCorpus(folder: string, target: string): FuzzInput[] {
  const directory = join(folder, target);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .toSorted()
    .map((name) => {
      const bytes = readFileSync(join(directory, name));
      return name.endsWith(TEXT_SUFFIX) ? (JSON.parse(bytes.toString()) as string) : bytes;
    });
}

/** @returns the file. Commit it with the fix. */
export function addToCorpus(folder: string, target: string, input: FuzzInput): string {
  const isText = typeof input === 'string';
  const bytes = isText ? JSON.stringify(input) : input;
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  mkdirSync(join(folder, target), { recursive: true });
  const file = join(folder, target, `${name}${isText ? TEXT_SUFFIX : '.bin'}`);
  writeFileSync(file, bytes);
  return file;
}
