import { join } from 'node:path';
import { runCommand } from '@orch/testing';

const root = join(__dirname, '../../..');

it('docs/reference/flags.md has every command and flag of the help texts: npm run docs:flags writes it', async () => {
  const { status, stderr } = await runCommand(process.execPath, ['tools/flags-reference.mjs', '--check'], {
    cwd: root,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
