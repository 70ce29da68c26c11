import type { FlagDefinition } from './flag-definition.js';
import type { FlagIndex } from './flag-index.js';
import { longOptionArgument } from './long-option.js';
import { writtenFlag } from './written-flag.js';

/** Arguments by what they are; texts are not checked. */
export interface SplitArguments {
  /** Flags with the texts of their values, in the order of the command line. */
  readonly texts: readonly { readonly flag: FlagDefinition; readonly text: string }[];
  /** `--help` or `-h` was among the arguments. */
  readonly help: boolean;
  /** Arguments that are neither flags nor values, unknown options among them, in the order of the command line. */
  readonly others: readonly string[];
}

/** Splits a command line with commander. Each flag that takes its value from the next argument must have one. */
export function splitArguments(argv: readonly string[], flags: FlagIndex): SplitArguments {
  // Loaded only here, so that importing this library loads no other.
  const { Command } = require('commander') as typeof import('commander');
  const command = new Command().helpOption(false).option('--help');
  const texts: { flag: FlagDefinition; text: string }[] = [];
  for (const flag of flags.values()) {
    command.option(`--${flag.name} <value>`).on(`option:${flag.name}`, (text: string) => texts.push({ flag, text }));
  }
  const { operands, unknown } = command.parseOptions(argv.map((argument) => normalize(argument, flags)));
  const others = [...operands, ...unknown];
  // Not an option of commander: with it, `-hx` would be read as `-h -x`.
  const help = command.getOptionValue('help') === true || others.includes('-h');
  return { texts, help, others: others.filter((argument) => argument !== '-h') };
}

/** Writes a bool flag with its value, `--flag=true`, and `_` in names as `-`. Other arguments stay: they may be values. */
function normalize(argument: string, flags: FlagIndex): string {
  const written = writtenFlag(argument, flags);
  if (!written) return argument;
  const { flag, text = flag.type === 'bool' ? 'true' : undefined } = written;
  return longOptionArgument(flag.name, text);
}
