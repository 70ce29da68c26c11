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
  if (!argument.startsWith('--')) return [argument];
  const equals = argument.indexOf('=');
  const name = (equals < 0 ? argument : argument.slice(0, equals)).replaceAll('_', '-');
  if (equals < 0) return [name];
  const value = argument.slice(equals + 1);
  if (booleans.has(name) && (value === 'true' || value === 'false')) {
    if (value === 'true') return [name];
    const negative = `--no-${name.slice(2)}`;
    return booleans.has(negative) ? [negative] : []; // off is where all others start
  }
  return [`${name}=${value}`];
}
