import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../src/command-line/program.js';
import { errorText } from '../src/error-text.js';
import { TestCommandLine } from './command-line.fixture.js';
import { Screen } from './screen.fixture.js';

const orchctl = new TestCommandLine();
const { run, file, folder } = orchctl;

describe('without a configuration', () => {
  const home = process.cwd();
  const config_ = process.env['ORCHCONFIG'];
  afterEach(() => {
    process.chdir(home);
    if (config_ !== undefined) process.env['ORCHCONFIG'] = config_;
  });
  it('says where that of the server in this directory is', async () => {
    delete process.env['ORCHCONFIG'];
    process.chdir(folder);
    const failure = () => runProgram(['get', 'cm'], new Screen().output).catch(errorText);
    mkdirSync(join(folder, '.orch'));
    expect(await failure()).toMatch(/^error: no client configuration: looked for/);
    file('.orch/admin.conf', '');
    expect(await failure()).toBe('error: no client configuration found; run: export ORCHCONFIG=$PWD/.orch/admin.conf');
    file('.orch/vocabulary', 'kubernetes\n');
    expect(await failure()).toMatch(/^error: no client configuration: looked for/);
  });
});

it('a server that cannot be reached is one line', async () => {
  const { err, status } = await run('get', 'cm', '--server=http://127.0.0.1:1', '--request-timeout=1s');
  expect(status).toBe(1);
  expect(err).toMatch(/^Unable to connect to the server: /);
});

it('B-145 B-146 --as and --as-group impersonate', async () => {
  await run('get', 'cm', '--as=jane', '--as-group=dev', '--as-group=ops', '--as-uid=7');
  expect(orchctl.lastRequest.headers).toMatchObject({
    'impersonate-user': 'jane',
    'impersonate-group': 'dev, ops',
    'impersonate-uid': '7',
  });
});

it('B-071 --token takes the place of the credentials in the file', async () => {
  await run('get', 'cm');
  expect(orchctl.lastRequest.headers.authorization).toBe('Bearer tok3n');
  await run('get', 'cm', '--token=other');
  expect(orchctl.lastRequest.headers.authorization).toBe('Bearer other');
});

it('-v 6 logs every call, without credentials', async () => {
  const { err } = await run('get', '--raw=/version', '-v=6');
  expect(err).toMatch(/^GET http:\/\/127.0.0.1:\d+\/version 200 in \d+ ms\n/);
  expect(err).not.toContain('tok3n');
});
