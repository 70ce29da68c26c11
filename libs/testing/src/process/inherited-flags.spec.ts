import { execFileSync } from 'node:child_process';

it('processes that a test starts do not inherit the flags of its worker', () => {
  const script = 'process.stdout.write(JSON.stringify([process.env.NODE_OPTIONS, process.execArgv]))';
  const flags = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as [string, string[]];
  expect(flags).toEqual(['', ['-e', script]]);
});
