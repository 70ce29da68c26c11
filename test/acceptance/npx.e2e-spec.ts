import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@orch/testing';

const root = join(__dirname, '../..');
const builtAt = (): number => statSync(join(root, 'dist/bundle/index.json')).mtimeMs;

describe('commands in a clone', () => {
  it('npx orchctl runs the built program and leaves the build as it is', async () => {
    const before = builtAt();
    const { status, stdout } = await runCommand('npx', ['orchctl', '--help'], { cwd: join(root, 'examples/tour') });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('orchctl') });
    expect(builtAt()).toBe(before);
  });

  it('an install step that npx starts does not build again below a running control plane', async () => {
    const before = builtAt();
    const run = await runCommand(process.execPath, ['tools/prepare.mjs'], {
      cwd: root,
      environment: { npm_command: 'exec' },
    });
    expect(run).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(builtAt()).toBe(before);
  });
});
