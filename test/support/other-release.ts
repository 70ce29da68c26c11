import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@orch/testing';

const ROOT = join(__dirname, '../..');
/** The first line of the functions that the driver loads into Redis. */
const FIRST_LINE = 'local function text(number)';

/** A release that differs from the built one in the functions it loads into Redis, so that their library has another name. */
export interface OtherRelease {
  /** Its `orch.js`. */
  readonly program: string;
  remove(): Promise<void>;
}

/** Copies the API server that was built, with a comment more in its functions. */
export async function makeOtherRelease(): Promise<OtherRelease> {
  const directory = await temporaryDirectory();
  const to = (path: string): string => join(directory.path, path);
  await mkdir(to('dist/bundle'), { recursive: true });
  await mkdir(to('dist/apps/apiserver/src'), { recursive: true });
  const bundle = await readFile(join(ROOT, 'dist/bundle/apiserver.js'), 'utf8');
  if (!bundle.includes(FIRST_LINE)) throw new Error(`the bundle has no line "${FIRST_LINE}"`);
  await Promise.all([
    cp(join(ROOT, 'bin'), to('bin'), { recursive: true }),
    cp(join(ROOT, 'package.json'), to('package.json')),
    symlink(join(ROOT, 'node_modules'), to('node_modules')),
    writeFile(to('dist/bundle/apiserver.js'), bundle.replace(FIRST_LINE, `--[[another release]] ${FIRST_LINE}`)),
    writeFile(to('dist/bundle/index.json'), JSON.stringify({ apiserver: 'apiserver.js' })),
    // That it is there says that the program was built; what runs is the bundle.
    writeFile(to('dist/apps/apiserver/src/main.js'), ''),
  ]);
  return { program: to('bin/orch.js'), remove: () => directory.remove() };
}
