import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { spawnSync } from 'node:child_process';
import { transformSync } from '@swc/core';

const root = join(__dirname, '../../../..');
const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;

it('the README shows a controller in at most 15 lines', () => {
  const declaration = /export const greeter[\s\S]*?\n};\n/.exec(example)![0];
  expect(declaration.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
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
