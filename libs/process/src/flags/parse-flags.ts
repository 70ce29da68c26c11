import type { FlagDefinition, FlagGroup, FlagValue, FlagValues } from './flag-definition.js';
import { defaultValue, valueFromFile, valueFromText } from './flag-value.js';
import { nearestName } from './nearest-name.js';

/** Where values come from beside the command line. */
export interface FlagSources {
  /** The environment. Default: none, so that the parser stays pure. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What `--config` names, already read. */
  readonly file?: { readonly path: string; readonly content: unknown };
}

export interface ParsedFlags<G extends readonly FlagGroup[]> {
  readonly values: FlagValues<G>;
  /** Names the user set by flag, environment or file; the others have their default. */
  readonly given: ReadonlySet<string>;
  /** One line each: deprecated flags in use. */
  readonly warnings: readonly string[];
  /** `--help` or `-h` was among the arguments. */
  readonly help: boolean;
}

/** What the user must change, in one line. */
export interface FlagError {
  readonly error: string;
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
  const values = new Map<string, FlagValue>();
  const warnings: string[] = [];
  let help = false;

  const error =
    readArguments(argv, flags, {
      value: (flag, value) => values.set(flag.name, addUp(flag, values.get(flag.name), value)),
      help: () => (help = true),
    }) ??
    readEnvironment(flags, sources.env ?? {}, values) ??
    readFile(flags, sources.file, values);
  if (error !== undefined) return { error };

  const given = new Set(values.keys());
  for (const flag of flags.values()) {
    if (!given.has(flag.name)) values.set(flag.name, defaultValue(flag));
    else if (flag.deprecated !== undefined) warnings.push(`flag --${flag.name} is deprecated: ${flag.deprecated}`);
  }
  // The names come from definitions, never from input, so a plain object is safe here.
  return { values: Object.fromEntries(values) as FlagValues<G>, given, warnings, help };
}

interface ArgumentSink {
  value(flag: FlagDefinition, value: FlagValue): void;
  help(): void;
}

type FlagIndex = ReadonlyMap<string, FlagDefinition>;

/** @throws Error when two definitions share a name: a bug of ours, not of the user. */
function indexFlags(groups: readonly FlagGroup[]): FlagIndex {
  const flags = new Map<string, FlagDefinition>();
  for (const flag of groups.flatMap((group) => group.flags)) {
    if (flags.has(flag.name)) throw new Error(`flag --${flag.name} is defined twice`);
    flags.set(flag.name, flag);
  }
  return flags;
}

function readArguments(argv: readonly string[], flags: FlagIndex, sink: ArgumentSink): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? '';
    if (argument === '--help' || argument === '-h') {
      sink.help();
      continue;
    }
    if (!argument.startsWith('--') || argument === '--') return unexpectedArgument(argument, argv[at - 1], flags);
    const equals = argument.indexOf('=');
    const written = equals < 0 ? argument.slice(2) : argument.slice(2, equals);
    const flag = flags.get(canonical(written));
    if (!flag) return unknownFlag(written, flags);

    let text: string;
    if (equals >= 0) text = argument.slice(equals + 1);
    else if (flag.type === 'bool') text = 'true';
    else {
      const next = argv[at + 1];
      if (next === undefined || isKnownFlag(next, flags))
        return `flag --${flag.name} needs a value: --${flag.name}=VALUE`;
      text = next;
      at++;
    }
    const result = valueFromText(flag, text);
    if ('problem' in result) return `flag --${flag.name}=${text}: ${result.problem}`;
    sink.value(flag, result.value);
  }
  return undefined;
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

function addUp(flag: FlagDefinition, before: FlagValue, value: FlagValue): FlagValue {
  return flag.type === 'string[]' && Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
}

function canonical(name: string): string {
  return name.replaceAll('_', '-');
}

function isKnownFlag(argument: string, flags: FlagIndex): boolean {
  if (!argument.startsWith('--')) return false;
  const equals = argument.indexOf('=');
  return flags.has(canonical(argument.slice(2, equals < 0 ? undefined : equals)));
}

function unexpectedArgument(argument: string, before: string | undefined, flags: FlagIndex): string {
  const flag = before?.startsWith('--') ? flags.get(canonical(before.slice(2))) : undefined;
  if (flag?.type === 'bool') return `unexpected argument "${argument}": write --${flag.name}=${argument}`;
  return `unexpected argument "${argument}": only flags are taken here, see --help`;
}

function unknownFlag(name: string, flags: FlagIndex): string {
  return `unknown flag --${name}${suggestion(name, flags, '--')}`;
}

function suggestion(name: string, flags: FlagIndex, dashes: string): string {
  const shown = [...flags.values()].filter((flag) => !flag.hidden).map((flag) => flag.name);
  const nearest = nearestName(canonical(name), shown);
  return nearest === undefined ? '' : `, did you mean ${dashes}${nearest}?`;
}
