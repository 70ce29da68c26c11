import { join } from 'node:path';
import { runCommand } from '@orch/testing';

const root = join(__dirname, '../../..');

it('the API reference of the public libraries builds, and every {@link} in it resolves: npm run docs', async () => {
  const typedoc = ['node_modules/typedoc/bin/typedoc', '--treatWarningsAsErrors', '--emit', 'none'];
  const { status, stdout, stderr } = await runCommand(process.execPath, typedoc, { cwd: root });
  expect({ status, printed: `${stdout}${stderr}` }).toEqual({ status: 0, printed: expect.any(String) });
}, 120_000);
