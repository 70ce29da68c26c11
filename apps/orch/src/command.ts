import { nearestName } from '@orch/process';
import { COMMANDS, LAUNCHER_COMMANDS, type LauncherCommand } from './command-names.js';
import { programs, type Program } from './programs.js';

/** Command of the launcher for `orch ARGS`. Other programs are started before. */
export type Command =
  | { readonly name: LauncherCommand; readonly argv: readonly string[] }
  | { readonly name: 'version' }
  | { readonly name: 'help' }
  | { readonly name: 'unknown'; readonly problem: string };

const HELP = new Set(['help', '--help', '-h']);
const VERSION = new Set(['version', '--version', '-v']);

/** @param own built controllers of the user. */
export function commandOf(argv: readonly string[], own: readonly Program[] = []): Command {
  const [name, ...rest] = argv;
  if (name === undefined || HELP.has(name)) return { name: 'help' };
  if (VERSION.has(name)) return { name: 'version' };
  const command = LAUNCHER_COMMANDS.find((candidate) => candidate === name);
  if (command !== undefined) return { name: command, argv: rest };
  const known = [...programs, ...own].map((program) => program.name);
  if (known.includes(name)) return { name: 'unknown', problem: `"${name}" is not built: run "npm run build" first` };
  const nearest = nearestName(name, [...COMMANDS, ...known]) ?? 'help';
  return { name: 'unknown', problem: `unknown command "${name}", did you mean "${nearest}"? See "orch help".` };
}
