/** Deprecation of a flag, which works until it is removed (B-384, B-385). */
export interface FlagDeprecation {
  /** What to use instead, as a clause: `use --other`. */
  readonly use: string;
  /** Date of the deprecation, `2026-11-24`. */
  readonly since: string;
  /** Earliest date of the removal. */
  readonly until: string;
}

/** Properties of every flag, for all types. */
interface FlagFacts {
  /** Without dashes, kebab-case: `secure-port`. The key in the `--config` file is the same. */
  readonly name: string;
  /** One line for `--help`. Starts with a capital letter, ends with a full stop. */
  readonly help: string;
  /** Use of the flag warns on standard error (B-328, B-386). */
  readonly deprecated?: FlagDeprecation;
  /** Left out of `--help`. */
  readonly hidden?: boolean;
  /** Environment variable that gives the value when no flag does. It wins over the file. */
  readonly env?: string;
  /** A value may hold a password: a launcher passes it by the environment, not by the command line. Default: false. */
  readonly secret?: boolean;
}

export interface StringFlag extends FlagFacts {
  readonly type: 'string';
  readonly default: string | undefined;
  /** The only accepted values. */
  readonly choices?: readonly string[];
  /** What a value may begin with, and is not part of it: the component of `kube=1.33`. */
  readonly prefix?: string;
  /** Values that users may expect but that are not accepted, each with the reason and what to write instead. */
  readonly refused?: Readonly<Record<string, string>>;
}

export interface IntFlag extends FlagFacts {
  readonly type: 'int';
  readonly default: number | undefined;
  readonly min?: number;
  readonly max?: number;
}

export interface BoolFlag extends FlagFacts {
  readonly type: 'bool';
  readonly default: boolean | undefined;
}

/** Written `1h30m`, `90s`, `250ms`; the value is in milliseconds. */
export interface DurationFlag extends FlagFacts {
  readonly type: 'duration';
  /** Written as a user writes it, `5m`. */
  readonly default: string | undefined;
}

/** May be given several times; the values add up. */
export interface ListFlag extends FlagFacts {
  readonly type: 'string[]';
  readonly default: readonly string[];
  /** Whether one value is a comma list. Default: true. False where a value may hold a comma. */
  readonly commas?: boolean;
}

export type FlagDefinition = StringFlag | IntFlag | BoolFlag | DurationFlag | ListFlag;

/** Flags under one heading of `--help`. */
export interface FlagGroup<F extends readonly FlagDefinition[] = readonly FlagDefinition[]> {
  readonly title: string;
  readonly flags: F;
}

export type FlagValue = string | number | boolean | readonly string[] | undefined;

type TypeOfFlag<D extends FlagDefinition> = D extends ListFlag
  ? readonly string[]
  : D extends BoolFlag
    ? boolean
    : D extends { readonly choices: readonly (infer C)[] }
      ? C
      : D extends StringFlag
        ? string
        : number;

/** Values by flag name. A flag without a default may be undefined; durations are in milliseconds. */
export type FlagValues<G extends readonly FlagGroup[]> = {
  readonly [D in G[number]['flags'][number] as D['name']]: undefined extends D['default']
    ? TypeOfFlag<D> | undefined
    : TypeOfFlag<D>;
};

/** Creates a group and keeps the names and types of its flags for {@link FlagValues}. */
export function flagGroup<const F extends readonly FlagDefinition[]>(title: string, flags: F): FlagGroup<F> {
  return { title, flags };
}
