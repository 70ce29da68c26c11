import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane, temporaryDirectory, type TemporaryDirectory, type TestControlPlane } from '@orch/testing';
import { BashSession } from '../support/bash-session.js';
import { consoleSteps, patternOf, type ConsoleStep } from '../support/readme-console.js';

const root = join(__dirname, '../..');

/** Commands that only look: controllers work meanwhile, so a reader looks again, and so does the test. */
const LOOKS = /^(?:sleep \d+; )?(?:orchctl (?:--token=\S+ )?(?:get|describe)|curl|grep) /;
/** The server under test runs already, with the flags of all these. */
const STARTS_SERVER = /npm start/;
const ENDLESS = /curl -sN /;

it('the data directories of README.md, which hold keys, are ignored by git', async () => {
  const [page, ignored] = await Promise.all(
    ['README.md', '.gitignore'].map((name) => readFile(join(root, name), 'utf8')),
  );
  const patterns = ignored!.split('\n').filter((line) => /^\/?[\w.*-]+\/$/.test(line));
  const ignores = (name: string) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replaceAll('/', '').replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name),
    );
  const directories = [...page!.matchAll(/--data-dir=\.\/([\w.-]+)/g)].map(([, name]) => name!);
  expect(directories.length).toBeGreaterThan(1);
  expect(directories.filter((name) => !ignores(name))).toEqual([]);
});

describe('the tour of README.md', () => {
  let directory: TemporaryDirectory;
  let plane: TestControlPlane;
  let terminal: BashSession;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    await Promise.all(['bin', 'examples'].map((name) => symlink(join(root, name), join(directory.path, name))));
    await copyFile(join(root, 'examples/tour/audit.yaml'), join(directory.path, 'audit.yaml'));
    plane = await startControlPlane({
      flags: [
        '--enable-bootstrap-token-auth',
        `--audit-policy-file=${join(directory.path, 'audit.yaml')}`,
        `--audit-log-path=${join(directory.path, 'audit.log')}`,
      ],
    });
    await symlink(plane.dataDir, join(directory.path, '.orch'));
    terminal = new BashSession(directory.path);
  });
  afterAll(async () => {
    terminal?.end();
    await plane?.stop();
    await directory?.remove();
  });

  it('shows what every command of it prints', async () => {
    const steps = consoleSteps('## A tour').filter(({ command }) => !STARTS_SERVER.test(command));
    expect(steps.length).toBeGreaterThan(70);
    for (const step of steps) {
      if (ENDLESS.test(step.command)) await seeEndless(step);
      else await see(step);
      if (step.command.endsWith('cd tour')) await terminal.run('ln -s ../audit.log audit.log');
    }
  }, 300_000);

  const here = (command: string): string => command.replaceAll('https://127.0.0.1:6443', plane.url);

  async function see({ command, shown }: ConsoleStep): Promise<void> {
    const wanted = patternOf(shown);
    let printed = await terminal.run(here(command));
    for (let look = 1; look < 50 && LOOKS.test(command) && !wanted.test(printed); look++) {
      printed = await terminal.run(here(command));
    }
    // The whole texts, so that a failure shows both.
    if (!wanted.test(printed)) expect(`$ ${command}\n${printed}`).toBe(`$ ${command}\n${shown}`);
  }

  /** A command that goes on while the ones in the paragraph before it are run in another terminal, each after the next output. */
  async function seeEndless({ command, shown, text }: ConsoleStep): Promise<void> {
    const variables = await terminal.run('declare -p TOKEN U CA');
    const other = new BashSession(directory.path);
    try {
      other.start(`${variables}; alias grep='grep --line-buffered'\n${here(command)}`);
      const lines = shown.split('\n');
      const commands = [...text.replaceAll('\n', ' ').matchAll(/`(orchctl [^`]+)`/g)].map(([, found]) => found!);
      expect(lines.length).toBe(2 * (commands.length + 1));
      for (let seen = 1; seen <= commands.length + 1; seen++) {
        const wanted = `${lines.slice(0, 2 * seen).join('\n')}\n`;
        await other.until((output) => output.includes(wanted));
        const next = commands[seen - 1];
        if (next !== undefined) await terminal.run(next);
      }
    } finally {
      other.end();
    }
  }
});
