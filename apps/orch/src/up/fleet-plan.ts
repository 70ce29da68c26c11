import { join } from 'node:path';
import type { FlagGroup, FlagValue, ParsedFlags } from '@orch/process';
import { apiServerProgram, controllerPrograms } from '../programs.js';
import { flagArguments } from './flag-arguments.js';
import type { FleetPlan } from './fleet.js';
import { selectControllers } from './select-controllers.js';

/** Flags the launcher uses up: which controllers run is decided, and the file is read. */
const USED_UP = new Set(['controllers', 'config']);

/** Which processes to start, each with the given flags it knows. @throws UsageError on an unknown controller. */
export function planFleet(
  flags: Pick<ParsedFlags<readonly FlagGroup[]>, 'given'> & { readonly values: Readonly<Record<string, FlagValue>> },
  groups: { readonly server: readonly FlagGroup[]; readonly controllers: readonly FlagGroup[] },
): FleetPlan {
  const { values } = flags;
  const given = new Set([...flags.given].filter((name) => !USED_UP.has(name)));
  const selected = selectControllers((values['controllers'] ?? []) as readonly string[], controllerPrograms);
  const controllerArguments = flagArguments(groups.controllers, values, given);
  // A controller started by hand looks at the environment; here it belongs to the server beside it.
  const configuration = given.has('orchconfig')
    ? []
    : [`--orchconfig=${join(String(values['data-dir']), 'admin.conf')}`];
  return {
    server: { name: apiServerProgram.name, args: flagArguments(groups.server, values, given) },
    controllers: selected.map(({ name }) => ({ name, args: [...controllerArguments, ...configuration] })),
  };
}
