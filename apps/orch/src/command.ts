import { nearestName } from '@orch/process';
import { programs } from './programs.js';

/** What `orch ARGS` asks of the launcher. Programs of their own are started before it comes to this. */
export type Command =
  | { readonly name: LauncherCommand; readonly argv: readonly string[] }
  | { readonly name: 'version' }
  | { readonly name: 'help' }
  | { readonly name: 'unknown'; readonly problem: string };

/** Commands of the launcher that take flags. */
const COMMANDS = ['up', 'backup', 'restore', 'migrate'] as const;
type LauncherCommand = (typeof COMMANDS)[number];

const HELP = new Set(['help', '--help', '-h']);
const VERSION = new Set(['version', '--version', '-v']);

export function commandOf(argv: readonly string[]): Command {
  const [name, ...rest] = argv;
  if (name === undefined || HELP.has(name)) return { name: 'help' };
  if (VERSION.has(name)) return { name: 'version' };
  const own = COMMANDS.find((command) => command === name);
  if (own !== undefined) return { name: own, argv: rest };
  const known = programs.map((program) => program.name);
  if (known.includes(name)) return { name: 'unknown', problem: `"${name}" is not built: run "npm run build" first` };
  const nearest = nearestName(name, [...COMMANDS, 'version', 'help', ...known]) ?? 'help';
  return { name: 'unknown', problem: `unknown command "${name}", did you mean "${nearest}"? See "orch help".` };
}
