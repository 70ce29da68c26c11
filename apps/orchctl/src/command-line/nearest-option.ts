import { nearestName } from '@orch/process';
import type { Command } from 'commander';

/** Maximum edit distance of a suggestion. */
const MOST_EDITS = 2;

/** The long option nearest to one that the command in `argv` does not know; undefined when none is near. */
export function nearestOption(program: Command, argv: readonly string[], unknown: string): string | undefined {
  const known = optionsOf(program, argv).flatMap(({ long }) => long ?? []);
  return nearestName(unknown.split('=', 1)[0] ?? '', known, MOST_EDITS);
}

/** Those of the program, of its subcommand, and of that one's. */
function optionsOf(program: Command, argv: readonly string[]): Command['options'] {
  let command = program;
  const options = [...program.options];
  for (const word of argv) {
    const next = command.commands.find((child) => child.name() === word || child.aliases().includes(word));
    if (!next) continue;
    command = next;
    options.push(...next.options);
  }
  return options;
}
