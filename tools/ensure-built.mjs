// Before `npm start`: builds when an install without scripts left no build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(`${root}/dist/apps/orch/src/main.js`)) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  process.stderr.write('No build found: running "npm run build".\n');
  const built = spawnSync(npm, ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (built.status !== 0) {
    process.stderr.write('The build failed. It needs the development dependencies: run "npm ci" without --omit=dev.\n');
    process.exit(1);
  }
}
