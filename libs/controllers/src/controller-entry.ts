import type { DynamicModule, Type } from '@nestjs/common';
import type { FlagGroup, FlagValue, FlagValues, processFlags } from '@orch/process';

/** Values of flags as they were read. */
export type ReadFlags = Readonly<Record<string, FlagValue>>;

/** One line of the list of controllers. */
export interface ControllerEntry {
  /** The name of its process, `orch <name>`, and of `--controllers`. */
  readonly name: string;
  /** Names other products know it by; `--controllers` takes them too. */
  readonly aliases: readonly string[];
  /** Part of `*`. Source: D-021. */
  readonly defaultOn: boolean;
  /** One line for `--help`. */
  readonly summary: string;
  /** Its own flags. Those that several controllers share are one group object. */
  readonly flags: readonly FlagGroup[];
  /**
   * Loads its Nest module: only then, since the launcher and processes of other controllers do not need its code.
   * @param flags values of `processFlags` and of its own flags, at least.
   */
  readonly load: (flags: ReadFlags) => Promise<Type | DynamicModule>;
}

/** An entry whose `load` knows the types of its own flags. */
export const controllerEntry = <const G extends readonly FlagGroup[]>(
  entry: Omit<ControllerEntry, 'flags' | 'load'> & {
    readonly flags: G;
    readonly load: (flags: FlagValues<readonly [typeof processFlags, ...G]>) => Promise<Type | DynamicModule>;
  },
): ControllerEntry => ({
  ...entry,
  // Flags are read with the groups of all entries, so that the values are there.
  load: (flags) => entry.load(flags as never),
});
