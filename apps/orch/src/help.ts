import { programs, type Program } from './programs.js';

const own: readonly Program[] = [
  { name: 'up', summary: 'The API server and the controllers, each as a process, started and ended together.' },
  { name: 'backup', summary: 'Saves everything a store holds in one file, while its server runs.' },
  { name: 'restore', summary: 'Fills an empty store with a backup, or says whether the file is whole.' },
  { name: 'migrate', summary: 'Moves a store from the data directory to Redis, or back.' },
  { name: 'version', summary: 'The version.' },
  { name: 'help', summary: 'This text.' },
];

export function helpOfLauncher(): string {
  const rows = [...own, ...programs];
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

export function printHelp(): void {
  process.stdout.write(helpOfLauncher());
}
