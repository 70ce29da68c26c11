/** A long option as written on a command line: `--name` or `--name=text`. */
export interface LongOption {
  /** Without dashes; `_` counts as `-`. */
  readonly name: string;
  /** Text after the first `=`; undefined when there is no `=`. */
  readonly text: string | undefined;
}

/** Reads one argument. @returns undefined when it is not a long option; `--` is not one. */
export function longOption(argument: string): LongOption | undefined {
  if (!argument.startsWith('--') || argument === '--') return undefined;
  const equals = argument.indexOf('=');
  const name = argument.slice(2, equals < 0 ? undefined : equals).replaceAll('_', '-');
  return { name, text: equals < 0 ? undefined : argument.slice(equals + 1) };
}

/** The argument that {@link longOption} reads as `name` and `text`. */
export function longOptionArgument(name: string, text: string | undefined): string {
  return text === undefined ? `--${name}` : `--${name}=${text}`;
}
