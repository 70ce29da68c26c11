import { programs, type Program } from './programs.js';

const launcher: readonly Program[] = [
  { name: 'up', summary: 'The API server and the controllers, started and stopped together.' },
  { name: 'dashboard', summary: 'The dashboard as a process of its own, in front of an API server.' },
  { name: 'backup', summary: 'Backs up a store to one file, while its server runs.' },
  { name: 'restore', summary: 'Restores a backup into an empty store, or verifies the file.' },
  { name: 'migrate', summary: 'Migrates a store from the data directory to Redis, or back.' },
  { name: 'fsck', summary: 'Checks the data directory of a stopped server, or a backup, for damage.' },
  { name: 'storage', summary: 'Rewrites stored objects in the storage version: orch storage migrate RESOURCE.' },
  { name: 'new', summary: 'Generates the source of a new controller: orch new controller NAME.' },
  { name: 'version', summary: 'The version.' },
  { name: 'help', summary: 'This text.' },
];

/** @param own built controllers of the user. */
export function helpOfLauncher(own: readonly Program[] = []): string {
  const rows = [...launcher, ...programs, ...own];
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map((row) => `  ${row.name.padEnd(width)}  ${row.summary}`);
  return [
    'A control plane that runs anywhere Node runs.',
    '',
    'Usage: orch COMMAND [flags]',
    '',
    ...lines,
    '',
    'Flags of a command: orch COMMAND --help',
    '',
  ].join('\n');
}

export function printHelp(own: readonly Program[]): void {
  process.stdout.write(helpOfLauncher(own));
}
