import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UserError } from '../user-error.js';
import { parseManifest, type Manifest } from './parse-manifest.js';

const EXTENSIONS = new Set(['.json', '.yaml', '.yml']);
const STANDARD_INPUT = 0;

/**
 * All objects that `-f` names, in order: files, the manifests of a directory by name, `-` for standard input.
 * @throws UserError when there is nothing, or it cannot be read.
 */
export function readManifests(paths: readonly string[] | undefined, recursive: boolean): readonly Manifest[] {
  if (!paths || paths.length === 0) throw new UserError('must name a file, a directory or - with -f');
  const manifests = paths.flatMap((path) => {
    if (path === '-') return parseManifest(readFileSync(STANDARD_INPUT, 'utf8'), 'standard input');
    if (/^https?:\/\//.test(path)) throw new UserError(`${path}: fetch it first, then pass it with -f - or as a file`);
    return filesOf(path, recursive, true).flatMap((file) => parseManifest(readText(file), file));
  });
  if (manifests.length === 0) throw new UserError(`no objects in ${paths.join(', ')}`);
  return manifests;
}

function filesOf(path: string, recursive: boolean, named: boolean): readonly string[] {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch (cause) {
    throw new UserError(`the path "${path}" does not exist or cannot be read`, { cause });
  }
  if (!isDirectory) return named || EXTENSIONS.has(extname(path)) ? [path] : [];
  if (!named && !recursive) return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name), recursive, false));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`cannot read ${file}`, { cause });
  }
}
