import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';

const TOOL = pathToFileURL(join(__dirname, '../../../tools/build-inputs.mjs')).href;
const SOURCES = ['apps/a/src/main.ts', 'libs/b/src/index.ts', 'libs/b/src/b.spec.ts', 'tools/build.mjs'];
const SETTINGS = ['nest-cli.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

describe('whether a build is of the present sources', () => {
  let project: TemporaryDirectory;
  const write = (name: string, content: string) => {
    const file = join(project.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  /** Runs `code` with what the tool exports. */
  const tool = async (code: string) => {
    const script = `
      import { hashOfInputs, isBuiltFrom, recordInputs } from ${JSON.stringify(TOOL)};
      const root = ${JSON.stringify(project.path)};
      ${code}`;
    const { status, stdout, stderr } = await runCommand(process.execPath, ['--input-type=module', '-e', script]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.trim();
  };
  const build = () => tool('recordInputs(root, hashOfInputs(root))');
  const isBuilt = () => tool('console.log(isBuiltFrom(root, hashOfInputs(root)))');

  beforeEach(async () => {
    project = await temporaryDirectory();
    for (const name of [...SOURCES, ...SETTINGS]) write(name, `content of ${name}`);
    mkdirSync(join(project.path, 'dist'));
  });
  afterEach(() => project.remove());

  it('it is not before the first build ended, and is after it, also when tests were changed', async () => {
    expect(await isBuilt()).toBe('false');
    await build();
    expect(await isBuilt()).toBe('true');
    write('libs/b/src/b.spec.ts', 'other');
    expect(await isBuilt()).toBe('true');
  });

  it.each<[string, () => void]>([
    ['a source', () => write('libs/b/src/index.ts', 'other')],
    ['a new source', () => write('libs/b/src/more.ts', '')],
    ['a source that was removed', () => rmSync(join(project.path, 'apps/a/src/main.ts'))],
    ['a dependency', () => write('package-lock.json', 'other')],
    ['a tool', () => write('tools/build.mjs', 'other')],
    ['nothing, and the output was removed', () => rmSync(join(project.path, 'dist'), { recursive: true })],
  ])('it is not after a change of %s', async (_, change) => {
    await build();
    change();
    expect(await isBuilt()).toBe('false');
  });
});
