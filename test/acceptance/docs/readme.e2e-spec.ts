import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane, temporaryDirectory } from '@orch/testing';
import { consoleSteps } from '../../support/page-console.js';
import { PageRunner } from '../../support/page-runner.js';

const root = join(__dirname, '../../..');
/** The server under test runs already. */
const STARTS_SERVER = /npm start|bin\/orch\.js up/;

const sections = [
  { heading: '## A short tour', dataDir: '.orch', vocabulary: 'orch', atLeast: 8 },
  { heading: '## kubectl', dataDir: 'kube', vocabulary: 'kubernetes', atLeast: 3 },
] as const;

describe('README.md', () => {
  it.each(sections)(
    'prints what it shows for every command of "$heading"',
    async ({ heading, dataDir, vocabulary, atLeast }) => {
      const directory = await temporaryDirectory();
      const plane = await startControlPlane({ vocabulary });
      const page = await PageRunner.open(directory.path, plane.url, { [dataDir]: plane.dataDir });
      try {
        await page.prepare(`alias kubectl=${process.env['ORCH_TEST_KUBECTL']}`);
        const steps = consoleSteps('README.md', heading).filter(({ command }) => !STARTS_SERVER.test(command));
        expect(steps.length).toBeGreaterThanOrEqual(atLeast);
        for (const step of steps) await page.see(step);
      } finally {
        page.end();
        await plane.stop();
        await directory.remove();
      }
    },
    120_000,
  );

  it('has at most 170 lines', async () => {
    expect((await readFile(join(root, 'README.md'), 'utf8')).split('\n').length).toBeLessThanOrEqual(170);
  });
});

it('data directories of README.md and the documents, which hold keys, are ignored by git', async () => {
  const ignored = await readFile(join(root, '.gitignore'), 'utf8');
  const patterns = ignored.split('\n').filter((line) => /^\/?[\w.*-]+\/$/.test(line));
  const ignores = (name: string) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replaceAll('/', '').replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name),
    );
  const steps = ['README.md', 'docs/tour.md', 'docs/operations.md'].flatMap((page) => consoleSteps(page));
  const directories = steps.flatMap(({ command }) =>
    [...command.matchAll(/--data-dir=\.\/([\w.-]+)/g)].map(([, name]) => name!),
  );
  expect(directories.length).toBeGreaterThan(3);
  expect(directories.filter((name) => !ignores(name))).toEqual([]);
});
