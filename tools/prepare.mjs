// After `npm ci` and `npm install`: links the commands, so that `npx orchctl` runs the one that is built here, and builds.
// npx itself runs this script, too, when it does not find the command: then an existing build is left as it is, since a control
// plane may be running from it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = join(root, 'node_modules/.bin');
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

if (process.platform !== 'win32' && existsSync(join(root, 'node_modules'))) {
  mkdirSync(commands, { recursive: true });
  for (const [name, file] of Object.entries(bin)) {
    rmSync(join(commands, name), { force: true });
    symlinkSync(join('../..', file), join(commands, name));
  }
}

const isNpx = process.env.npm_command === 'exec';
if (!isNpx || !existsSync(join(root, 'dist/bundle/index.json'))) {
  const { status } = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
