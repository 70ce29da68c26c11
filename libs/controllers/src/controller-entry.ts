import type { DynamicModule, Type } from '@nestjs/common';
import type { ControllerName } from '@orch/controller-rights';
import type { FlagGroup, FlagValue, FlagValues, processFlags } from '@orch/process';

/** Values of flags as they were read. */
export type ReadFlags = Readonly<Record<string, FlagValue>>;

/** Entry in the list of built-in controllers. */
export interface ControllerEntry {
  /** Name of the program, `orch <name>`, in `--controllers`, and of its account. */
  readonly name: ControllerName;
  /** Upstream names; `--controllers` accepts them too. */
  readonly aliases: readonly string[];
  /** Whether `*` includes it. Source: D-021. */
  readonly defaultOn: boolean;
  /** One line for `--help`. */
  readonly summary: string;
  /** Names of its reconcilers. Default: its own. */
  readonly reconcilers?: readonly string[];
  /** Additional flags. Flags shared by several controllers are the same group object. */
  readonly flags: readonly FlagGroup[];
  /**
   * Loads its Nest module. Lazy, since the launcher and processes of other controllers do not need its code.
   * @param flags values of at least `processFlags` and its own flags.
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
  // Flags are parsed with the groups of all entries, so the values exist.
  load: (flags) => entry.load(flags as never),
});
