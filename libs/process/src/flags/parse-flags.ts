import type { FlagGroup, FlagValue, FlagValues } from './flag-definition.js';
import { indexFlags, suggestion, type FlagIndex } from './flag-index.js';
import { defaultValue, valueFromFile, valueFromText } from './flag-value.js';
import { readArguments, type FlagError } from './read-arguments.js';

/** Sources of flag values in addition to the command line. */
export interface FlagSources {
  /** The environment. Default: none, so that the parser stays pure. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What `--config` names, already read. */
  readonly file?: { readonly path: string; readonly content: unknown };
  /** Whether the command line may have arguments that are not flags. Default: false, the first one is an error. */
  readonly allowOperands?: boolean;
}

export interface ParsedFlags<G extends readonly FlagGroup[]> {
  readonly values: FlagValues<G>;
  /** Names the user set by flag, environment or file; the others have their default. */
  readonly given: ReadonlySet<string>;
  /** One line each: deprecated flags in use. */
  readonly warnings: readonly string[];
  /** `--help` or `-h` was among the arguments. */
  readonly help: boolean;
  /** Arguments that are not flags, in their order. */
  readonly operands: readonly string[];
}

/**
 * Reads a command line: `--name=value`, `--name value`, `--flag`, `--flag=false`; `_` in a name counts as `-`. Lists add up,
 * of other flags the last one wins. Flags win over the environment, that over the file, that over the default.
 * Pure: reads nothing but its arguments.
 */
export function parseFlags<const G extends readonly FlagGroup[]>(
  argv: readonly string[],
  groups: G,
  sources: FlagSources = {},
): ParsedFlags<G> | FlagError {
  const flags = indexFlags(groups);
  const line = readArguments(argv, flags, sources.allowOperands ?? false);
  if ('error' in line) return line;
  const values = new Map(line.values);
  const error = readEnvironment(flags, sources.env ?? {}, values) ?? readFile(flags, sources.file, values);
  if (error !== undefined) return { error };

  const warnings: string[] = [];
  const given = new Set(values.keys());
  for (const flag of flags.values()) {
    if (!given.has(flag.name)) values.set(flag.name, defaultValue(flag));
    else if (flag.deprecated !== undefined) warnings.push(`flag --${flag.name} is deprecated: ${flag.deprecated.use}`);
  }
  // The names come from definitions, never from input, so a plain object is safe here.
  return {
    values: Object.fromEntries(values) as FlagValues<G>,
    given,
    warnings,
    help: line.help,
    operands: line.operands,
  };
}

function readEnvironment(
  flags: FlagIndex,
  env: Readonly<Record<string, string | undefined>>,
  values: Map<string, FlagValue>,
) {
  for (const flag of flags.values()) {
    const text = flag.env === undefined ? undefined : env[flag.env];
    if (values.has(flag.name) || text === undefined || text === '') continue;
    const result = valueFromText(flag, text);
    if ('problem' in result) return `environment ${flag.env}=${text}: ${result.problem}`;
    values.set(flag.name, result.value);
  }
  return undefined;
}

function readFile(flags: FlagIndex, file: FlagSources['file'], values: Map<string, FlagValue>): string | undefined {
  if (file === undefined || file.content === null || file.content === undefined) return undefined;
  if (typeof file.content !== 'object' || Array.isArray(file.content))
    return `${file.path}: must be a map of flag names to values`;
  for (const [key, value] of Object.entries(file.content)) {
    const flag = key === 'config' ? undefined : flags.get(key);
    if (!flag) return `${file.path}: unknown key "${key}"${suggestion(key, flags, '')}`;
    const result = valueFromFile(flag, value);
    if ('problem' in result) return `${file.path}: ${key}: ${result.problem}`;
    if (!values.has(flag.name)) values.set(flag.name, result.value);
  }
  return undefined;
}
