import { longOption, longOptionArgument } from '@orch/process';

/** Which options take no value, by the long name with its dashes. */
export type BooleanOptions = ReadonlySet<string>;

const SHORT_WITH_EQUALS = /^-([A-Za-z])=(.*)$/s;

/**
 * Writes a command line the way the parser takes it: `-n=x` as `-n x`, `--flag=true` as `--flag`, `--flag=false` as
 * `--no-flag` or nothing, `_` in long names as `-`. What follows `--` stays.
 */
export function normalizeArguments(argv: readonly string[], booleans: BooleanOptions): readonly string[] {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  return [...options.flatMap((argument) => normalize(argument, booleans)), ...argv.slice(options.length)];
}

function normalize(argument: string, booleans: BooleanOptions): readonly string[] {
  const short = SHORT_WITH_EQUALS.exec(argument);
  if (short) return [`-${short[1]}`, short[2] ?? ''];
  const option = longOption(argument);
  if (!option) return [argument];
  const { name, text } = option;
  if (booleans.has(`--${name}`) && text === 'true') return [`--${name}`];
  if (booleans.has(`--${name}`) && text === 'false') {
    const negative = `--no-${name}`;
    return booleans.has(negative) ? [negative] : []; // the default of all others is false
  }
  return [longOptionArgument(name, text)];
}
