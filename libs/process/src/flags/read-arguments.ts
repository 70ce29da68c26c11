import type { FlagDefinition, FlagValue } from './flag-definition.js';
import { suggestion, type FlagIndex } from './flag-index.js';
import { valueFromText } from './flag-value.js';
import { longOption } from './long-option.js';
import { splitArguments } from './split-arguments.js';
import { takesNext, writtenFlag } from './written-flag.js';

/** The arguments of a command line, read. */
export interface ReadArguments {
  /** Values of the flags that were given, by name. */
  readonly values: ReadonlyMap<string, FlagValue>;
  /** `--help` or `-h` was among the arguments. */
  readonly help: boolean;
  /** Arguments that are neither flags nor values of flags. */
  readonly operands: readonly string[];
}

/** What the user must change, in one line. */
export interface FlagError {
  readonly error: string;
}

/**
 * Reads the flags of a command line. Of several errors, one about an unknown flag or an operand is reported first.
 * @param allowOperands whether operands are allowed; otherwise the first one is an error, and empty ones are ignored: scripts pass a variable
 *   that may be empty.
 */
export function readArguments(
  argv: readonly string[],
  flags: FlagIndex,
  allowOperands: boolean,
): ReadArguments | FlagError {
  const end = argv.findIndex((_, at) => isIncomplete(argv, at, flags));
  const { texts, help, others } = splitArguments(end < 0 ? argv : argv.slice(0, end), flags);

  const refused = others.find((argument) => (allowOperands ? isOption(argument) : argument !== ''));
  if (refused !== undefined) return { error: refusal(refused, argv, flags) };
  const values = new Map<string, FlagValue>();
  for (const { flag, text } of texts) {
    const result = valueFromText(flag, text);
    if ('problem' in result) return { error: `flag --${flag.name}=${text}: ${result.problem}` };
    values.set(flag.name, addUp(flag, values.get(flag.name), result.value));
  }
  if (end >= 0) return { error: refusal(argv[end] ?? '', argv, flags) };
  return { values, help, operands: others };
}

/** Whether a flag lacks its value (a known flag is not one), or is a `--` that is not a value: neither is commander's rule. */
function isIncomplete(argv: readonly string[], at: number, flags: FlagIndex): boolean {
  if (argv[at] === '--') return !takesNext(argv[at - 1], flags);
  const next = argv[at + 1];
  return takesNext(argv[at], flags) && (next === undefined || writtenFlag(next, flags) !== undefined);
}

/** `-` alone is an operand: standard input or output. */
const isOption = (argument: string): boolean => argument.startsWith('-') && argument !== '-';

function refusal(argument: string, argv: readonly string[], flags: FlagIndex): string {
  const known = writtenFlag(argument, flags)?.flag;
  if (known) return `flag --${known.name} needs a value: --${known.name}=VALUE`;
  if (longOption(argument)) {
    const name = argument.slice(2).split('=', 1)[0] ?? '';
    return `unknown flag --${name}${suggestion(name, flags, '--')}`;
  }
  const before = argv.filter((_, at) => argv[at + 1] === argument).map((written) => writtenFlag(written, flags));
  const bool = before.find((written) => written?.flag.type === 'bool' && written.text === undefined);
  if (bool) return `unexpected argument "${argument}": write --${bool.flag.name}=${argument}`;
  return `unexpected argument "${argument}": only flags are taken here, see --help`;
}

function addUp(flag: FlagDefinition, before: FlagValue, value: FlagValue): FlagValue {
  return flag.type === 'string[]' && Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
}
