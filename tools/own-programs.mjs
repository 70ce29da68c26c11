// Last step of a build: which controllers of the user's own there are, by the file that `orch new controller` writes, for `orch help`.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const require_ = createRequire(import.meta.url);
const apps = join(root, 'dist/apps');
const own = readdirSync(apps)
  .map((name) => join(apps, name, 'src/controller.js'))
  .filter((file) => existsSync(file))
  // What `@Reconciler` of libs/controller-kit stores on a class.
  .flatMap((file) => Object.values(require_(file)).map((one) => Reflect.getOwnMetadata('orch:reconciler', Object(one))))
  .filter((options) => options !== undefined)
  .map(({ name, summary = '' }) => ({ name, summary }));
writeFileSync(join(root, 'dist/own-programs.json'), `${JSON.stringify(own, null, 2)}\n`);
