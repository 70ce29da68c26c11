import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@orch/testing';

const TOOL = pathToFileURL(join(__dirname, '../../../tools/terms/forbidden-terms.mjs')).href;

/** Calls a function of the module with JSON arguments, in a process that loads ES modules. */
async function call(name: string, ...args: readonly unknown[]): Promise<unknown> {
  const script = `import * as tool from ${JSON.stringify(TOOL)};
    process.stdout.write(JSON.stringify(tool.${name}(...${JSON.stringify(args)})));`;
  const { stdout, stderr } = await runCommand(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const check = (files: Readonly<Record<string, string>>, exceptions: readonly object[] = []) =>
  call('checkTerms', Object.entries(files), exceptions);

describe('forbidden terms', () => {
  const lines: readonly [line: string, terms: readonly string[]][] = [
    ['Nobody tells which revision it was.', ['nobody', 'tells']],
    ['const standingObject = toldMs + MENDED_AT;', ['standing', 'told', 'mended']],
    ['class HTTPStranger {}', ['stranger']],
    ['a value that is no number', ['is no']],
    ['there is no such key, and it is no longer needed: this is no-op', []],
    ['understanding, outstanding, withstands, untold', []],
    ['the existing object', []],
  ];
  it.each(lines)('%j', async (line, terms) => {
    const found = (await call('forbiddenTermsIn', line)) as { term: string }[];
    expect(found.map(({ term }) => term)).toEqual(terms);
  });
});

describe('check of terms', () => {
  it('reports file, line, word and standard term', async () =>
    expect(await check({ 'libs/a/b.ts': 'x\n// read anew' })).toEqual(['libs/a/b.ts:2: "anew": write again']));

  it('checks names of files', async () =>
    expect(await check({ 'libs/a/moving-house.ts': '', 'libs/a/nobody.ts': '' })).toEqual([
      'libs/a/moving-house.ts: "moving house": write backup, restore, migrate',
      expect.any(String),
    ]));

  it('allows exceptions by folder, file or text of the line', async () => {
    const exceptions = [
      { path: 'notes/', reason: 'r' },
      { path: 'libs/a/a.ts', reason: 'r' },
      { path: 'libs/a/b.ts', text: 'quoted', reason: 'r' },
    ];
    const files = { 'notes/a/b.md': 'anew', 'libs/a/a.ts': 'anew', 'libs/a/b.ts': 'quoted anew\nlest' };
    expect(await check(files, exceptions)).toEqual(['libs/a/b.ts:2: "lest": write so that ... not']);
  });

  it('reports an exception that nothing needs', async () =>
    expect(await check({ 'a.md': 'fine' }, [{ path: 'a.md', reason: 'r' }])).toEqual([
      'tools/terms.mjs: the exception for a.md allows nothing: remove it',
    ]));
});
