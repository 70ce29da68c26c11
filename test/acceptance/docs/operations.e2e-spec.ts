import { startControlPlane, temporaryDirectory } from '@orch/testing';
import { consoleSteps } from '../../support/page-console.js';
import { PageRunner } from '../../support/page-runner.js';

const HEADING = '## Several servers on Redis';

it(`docs/operations.md, "${HEADING}", shows what orchctl prints with two servers on one Redis`, async () => {
  const directory = await temporaryDirectory();
  const plane = await startControlPlane({ storage: 'redis' });
  const [first, second] = plane.servers;
  const page = await PageRunner.open(directory.path, plane.url, {
    '.orch-1': first!.dataDir,
    '.orch-2': second!.dataDir,
  });
  try {
    await page.prepare('alias orchctl="node $PWD/bin/orchctl.js"');
    const all = consoleSteps('docs/operations.md', HEADING);
    // Servers and Redis run already, and the second server stays: the steps after a kill of the first are those of the fault runs.
    const steps = all.filter(({ command, text }) => command.startsWith('orchctl ') && !text.includes('Kill the first'));
    expect(steps.length).toBeGreaterThan(4);
    for (const step of steps) await page.see(step);
  } finally {
    page.end();
    await plane.stop();
    await directory.remove();
  }
}, 120_000);
