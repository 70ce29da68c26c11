import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinResources, type HasMetadata } from '@orch/client';
import {
  runCommand,
  runOrch,
  startControlPlane,
  temporaryDirectory,
  untilObject,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { consoleSteps } from '../support/page-console.js';

const root = join(__dirname, '../..');

/** `orch new controller` in a clone that shares libraries and their build with this one. */
describe('orch new controller', () => {
  let clone: TemporaryDirectory;
  let plane: TestControlPlane;
  const node = (...args: string[]) => runCommand(process.execPath, args, { cwd: clone.path });
  const orch = (...args: string[]) => node('bin/orch.js', ...args);

  /** What is built here serves the clone, too. */
  const linkBuild = (...parts: string[]): void => {
    mkdirSync(join(clone.path, 'dist/apps'), { recursive: true });
    for (const part of parts) symlinkSync(join(root, 'dist', part), join(clone.path, 'dist', part));
  };

  beforeAll(async () => {
    clone = await temporaryDirectory();
    for (const name of ['bin', 'libs', 'nest-cli.json', 'tsconfig.json']) {
      cpSync(join(root, name), join(clone.path, name), { recursive: true });
    }
    for (const name of ['node_modules', 'package.json']) {
      symlinkSync(join(root, name), join(clone.path, name));
    }
    mkdirSync(join(clone.path, 'apps'));
    linkBuild('bundle', 'apps/orch');
  });
  afterAll(async () => {
    await plane?.stop();
    await clone?.remove();
  });

  it.each([
    ['Greeter', 'is not a name for a controller'],
    ['-x', 'is not a name for a controller'],
    ['csr-signer', 'there is a program or library called "csr-signer"'],
    ['up', 'there is a program or library called "up"'],
    ['client', 'there is a program or library called "client"'],
  ])('refuses the name %s and writes nothing', async (name, problem) => {
    const before = readFileSync(join(clone.path, 'nest-cli.json'), 'utf8');
    const { status, stderr } = await orch('new', 'controller', name);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(problem) });
    expect(readFileSync(join(clone.path, 'nest-cli.json'), 'utf8')).toBe(before);
  });

  it('writes a program that type-checks, is formatted, takes flags, is in the help, syncs and reconciles', async () => {
    const made = await orch('new', 'controller', 'greeter');
    expect(made).toEqual({ status: 0, stderr: '', stdout: expect.stringContaining('wrote apps/greeter/src/main.ts') });
    // docs/controllers.md shows just this.
    const [shown] = consoleSteps('docs/controllers.md', '## Your own controller');
    expect({ command: shown!.command, shown: shown!.shown }).toEqual({
      command: 'node bin/orch.js new controller greeter',
      shown: made.stdout.trimEnd(),
    });
    const page = readFileSync(join(root, 'docs/controllers.md'), 'utf8');
    const source = readFileSync(join(clone.path, 'apps/greeter/src/controller.ts'), 'utf8');
    expect(source).toContain(/```ts\n([^]*?)```/.exec(page)![1]);
    expect((await orch('new', 'controller', 'greeter')).status).toBe(2);

    writeFileSync(
      join(clone.path, 'tsconfig.check.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noEmit: true },
        include: ['apps'],
      }),
    );
    const checked = await node('node_modules/ts7/bin/tsc', '-p', 'tsconfig.check.json');
    expect(checked).toEqual({ status: 0, stdout: '', stderr: '' });
    const formatted = await node('node_modules/oxfmt/bin/oxfmt', '--config', join(root, '.oxfmtrc.json'), '--check', 'apps', 'nest-cli.json'); // prettier-ignore
    expect(formatted).toMatchObject({ status: 0 });

    const built = await node('node_modules/@nestjs/cli/bin/nest.js', 'build', 'greeter');
    expect(built).toMatchObject({ status: 0 });
    // That build empties dist.
    linkBuild('bundle', 'apps/orch', 'libs');
    expect(await node(join(root, 'tools/own-programs.mjs'), clone.path)).toMatchObject({ status: 0, stderr: '' });
    expect((await orch('help')).stdout).toMatch(/^ {2}greeter +Greets every ConfigMap with the label greet\.$/m);
    expect((await orch('gretter')).stderr).toContain('did you mean "greeter"?');
    expect((await orch('greeter', '--help')).stdout).toContain('--leader-elect');
    const refused = await orch('greeter', '--nope=1');
    expect({ status: refused.status, stderr: refused.stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('unknown flag --nope'),
    });
    expect(await orch('greeter', '--orchconfig=/nope')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^orch greeter: client configuration \/nope does not exist [^\n]+\n$/) as string,
    });

    plane = await startControlPlane({ command: 'apiserver' });
    const running = runOrch(['greeter', `--orchconfig=${plane.adminConf}`], {}, join(clone.path, 'bin/orch.js'));
    await running.line((line) => line === 'synced');
    const configMaps = plane.client.resource<HasMetadata & { data?: object }>(builtinResources.configMaps);
    const metadata = { name: 'visitor', namespace: 'default', labels: { greet: 'yes' } };
    await configMaps.create({ metadata });
    const greeted = await untilObject(configMaps, metadata, 'the greeting', (map) => map?.data !== undefined);
    expect(greeted?.data).toEqual({ greeting: 'hello' });
    await running.stop();
  });
});
