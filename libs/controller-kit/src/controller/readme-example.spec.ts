import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { spawnSync } from 'node:child_process';
import { transformSync } from '@swc/core';
import * as client from '@orch/client';
import * as kit from '../index.js';
import type { ControllerDeclaration } from './controller-declaration.js';

const root = join(__dirname, '../../../..');
const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;

it('the README shows a controller in at most 15 lines', () => {
  const declaration = /export const greeter[\s\S]*?\n};\n/.exec(example)![0];
  expect(declaration.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
});

it('README.md of the project shows the same controller', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\``);
});

it('the example of the README passes the type check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orch-readme-'));
  try {
    const file = join(folder, 'example.ts');
    writeFileSync(file, `${example}\nvoid runController;\n`);
    const config = join(folder, 'tsconfig.json');
    const compilerOptions = {
      noEmit: true,
      rootDir: parse(root).root,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: [file] }),
    );
    const check = spawnSync(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-p', config], {
      encoding: 'utf8',
    });
    // Errors in the libs are told where the libs are checked.
    const own = check.stdout.split('\n').filter((line) => !line.includes('libs/') && line.includes('error'));
    expect(own).toEqual([]);
    expect(transformSync(example, { jsc: { parser: { syntax: 'typescript' } } }).code).toContain('greeter');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the example greets who asks for it, once, and leaves all others alone', async () => {
  const { code } = transformSync(example, { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
  const module_: { greeter?: ControllerDeclaration } = {};
  const load = (name: string): unknown => (name === '@orch/client' ? client : kit);
  // oxlint-disable-next-line no-implied-eval
  new Function('exports', 'require', code)(module_, load);
  const patches: unknown[] = [];
  const greetings = async (map: object): Promise<number> => {
    patches.length = 0;
    const context = {
      client: { resource: () => ({ patch: (...args: unknown[]) => Promise.resolve(patches.push(args)) }) },
      informers: { lister: () => ({ get: () => map }) },
    };
    const reconciler = module_.greeter!.reconciler(context as never);
    await reconciler.reconcile({ namespace: 'a', name: 'b' }, new AbortController().signal);
    return patches.length;
  };
  const labels = { greet: 'yes' };
  expect(await greetings({ metadata: { name: 'b' }, data: { 'ca.crt': '...' } })).toBe(0);
  expect(await greetings({ metadata: { name: 'b', labels } })).toBe(1);
  expect(await greetings({ metadata: { name: 'b', labels }, data: { greeting: 'hello' } })).toBe(0);
});
