import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserFacingError, UsageError } from '@orch/process';
import { controllerFiles } from './controller-files.js';

/** A DNS label: it is the name of a Lease and of a program. */
const NAME = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Writes the app of a new controller into a clone, and registers it in `nest-cli.json`.
 * @param taken names of existing commands and programs.
 * @returns paths of the written files, relative to `root`.
 * @throws UsageError for an invalid name; UserFacingError when `root` is not a clone. Nothing is written then.
 */
export function newController(root: string, name: string, taken: readonly string[]): readonly string[] {
  const projectsFile = join(root, 'nest-cli.json');
  if (!existsSync(projectsFile) || !existsSync(join(root, 'apps'))) {
    throw new UserFacingError(`${root} holds no sources to add a controller to: run this in a clone of the repository`);
  }
  if (!NAME.test(name)) {
    throw new UsageError(`"${name}" is not a name for a controller: use lower case letters, digits and dashes`);
  }
  const projects = JSON.parse(readFileSync(projectsFile, 'utf8')) as { projects: Record<string, unknown> };
  if (taken.includes(name) || Object.hasOwn(projects.projects, name) || existsSync(join(root, 'apps', name))) {
    throw new UsageError(`there is a program or library called "${name}": choose another name`);
  }
  const files = controllerFiles(name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text, { flag: 'wx' });
  }
  projects.projects[name] = {
    type: 'application',
    root: `apps/${name}`,
    entryFile: 'main',
    sourceRoot: `apps/${name}/src`,
    compilerOptions: { tsConfigPath: `apps/${name}/tsconfig.app.json` },
  };
  writeFileSync(projectsFile, `${JSON.stringify(projects, null, 2)}\n`);
  return [...Object.keys(files), 'nest-cli.json'];
}
