import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { buildSync } from 'esbuild';

const ROOT = resolve(__dirname, '../..');

/** A TypeScript file made ready to be run by plain Node. */
export interface TsChild {
  /** The JavaScript file to give to Node. */
  readonly file: string;
  /** Environment to run it in, so that packages are found. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Bundles a TypeScript file, with the libs it imports, for a child process. Packages stay outside the bundle. Decorator
 * metadata is not emitted: not for Nest applications, which run from `dist`.
 * @param external packages that stay outside.
 */
export function tsChild(entry: string, external: readonly string[] = ['lmdb', 'rxjs', 'reflect-metadata']): TsChild {
  const file = join(mkdtempSync(join(tmpdir(), 'orch-child-')), `${basename(entry, '.ts')}.cjs`);
  buildSync({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    keepNames: true,
    tsconfig: join(ROOT, 'tsconfig.json'),
    external: [...external],
  });
  return { file, env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') } };
}
