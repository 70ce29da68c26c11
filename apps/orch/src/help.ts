import { programs, type Program } from './programs.js';

const launcher: readonly Program[] = [
  { name: 'up', summary: 'The API server and the controllers, each as a process, started and ended together.' },
  { name: 'backup', summary: 'Saves everything a store holds in one file, while its server runs.' },
  { name: 'restore', summary: 'Fills an empty store with a backup, or says whether the file is whole.' },
  { name: 'migrate', summary: 'Moves a store from the data directory to Redis, or back.' },
  { name: 'fsck', summary: 'Looks for damage in a data directory that no server uses, or in a backup.' },
  { name: 'new', summary: 'Writes the sources of a new controller: orch new controller NAME.' },
  { name: 'version', summary: 'The version.' },
  { name: 'help', summary: 'This text.' },
];

/** @param own controllers of the user's own that are built. */
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
