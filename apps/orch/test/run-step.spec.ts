import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@orch/testing';

const TOOL = pathToFileURL(join(__dirname, '../../../tools/run-step.mjs')).href;

/** A build of two steps, of which the first runs `code`. Compilers write to both streams. */
const build = (code: string) => {
  const step = `console.log('compiling'); console.error('a warning'); ${code}`;
  const script = `
    import { runStep } from ${JSON.stringify(TOOL)};
    runStep('compiling all', process.execPath, ['-e', ${JSON.stringify(step)}], '.');
    console.log('built');`;
  return runCommand(process.execPath, ['--input-type=module', '-e', script]);
};

describe('a step of the build', () => {
  it('that works prints nothing', async () =>
    expect(await build('')).toEqual({ status: 0, stdout: 'built\n', stderr: '' }));

  it.each([
    ['process.exitCode = 3', 'status 3'],
    ["process.kill(process.pid, 'SIGKILL')", 'ended by SIGKILL'],
  ])('that ends by %s prints its output and how it ended, and ends the build', async (code, how) =>
    expect(await build(code)).toEqual({
      status: 1,
      stdout: '',
      stderr: `compiling\na warning\ncompiling all failed: ${how}\n`,
    }),
  );
});
