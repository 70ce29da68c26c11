import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane, temporaryDirectory, type TemporaryDirectory, type TestControlPlane } from '@orch/testing';
import { consoleSteps, type ConsoleStep } from '../../support/page-console.js';
import { PageRunner } from '../../support/page-runner.js';

const root = join(__dirname, '../../..');
const PAGE = 'docs/tour.md';
const KUBECTL = '## kubectl and other clients';
/** The server under test runs already, with the flags of all these. */
const STARTS_SERVER = /npm start|bin\/orch\.js up/;

describe('the tour, docs/tour.md', () => {
  let directory: TemporaryDirectory;
  let plane: TestControlPlane;
  let page: PageRunner;

  beforeEach(async () => (directory = await temporaryDirectory()));
  afterEach(async () => {
    page?.end();
    await plane?.stop();
    await directory?.remove();
  });

  const start = async (dataDir: string, options: Parameters<typeof startControlPlane>[0]): Promise<void> => {
    plane = await startControlPlane(options);
    page = await PageRunner.open(directory.path, plane.url, { [dataDir]: plane.dataDir });
  };
  const commandsOf = (steps: readonly ConsoleStep[]) => steps.filter(({ command }) => !STARTS_SERVER.test(command));

  it('prints what it shows for every command of orchctl', async () => {
    await copyFile(join(root, 'examples/tour/audit.yaml'), join(directory.path, 'audit.yaml'));
    await start('.orch', {
      flags: [
        '--enable-bootstrap-token-auth',
        `--audit-policy-file=${join(directory.path, 'audit.yaml')}`,
        `--audit-log-path=${join(directory.path, 'audit.log')}`,
      ],
    });
    const all = consoleSteps(PAGE);
    const steps = commandsOf(all.slice(0, all.length - consoleSteps(PAGE, KUBECTL).length));
    expect(steps.length).toBeGreaterThan(70);
    for (const step of steps) {
      await page.see(step);
      if (step.command.endsWith('cd tour')) await page.prepare('ln -s ../audit.log audit.log');
    }
  }, 300_000);

  it('prints what it shows for every command of kubectl and client-node', async () => {
    await start('kube', { vocabulary: 'kubernetes' });
    await page.prepare(`alias kubectl=${process.env['ORCH_TEST_KUBECTL']}`);
    const orchctl = `node bin/orchctl.js --vocabulary=kubernetes --orchconfig=kube/admin.conf`;
    const steps = commandsOf(consoleSteps(PAGE, KUBECTL));
    expect(steps.length).toBeGreaterThan(12);
    for (const step of steps) {
      // kubectl has --subresource from 1.24 on; the tests bring 1.20.
      const command = step.command.includes('--subresource') ? step.command.replace('kubectl', orchctl) : step.command;
      await page.see({ ...step, command });
    }
  }, 300_000);
});
