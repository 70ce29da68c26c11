import { programs, type Program } from './programs.js';

const own: readonly Program[] = [
  { name: 'up', summary: 'The API server and the controllers, each as a process, started and ended together.' },
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
