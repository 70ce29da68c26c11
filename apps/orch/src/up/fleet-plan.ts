import { join } from 'node:path';
import { selectControllers } from '@orch/controllers';
import type { FlagGroup, FlagValue } from '@orch/process';
import { API_SERVER } from '../programs.js';
import { flagArguments } from './flag-arguments.js';
import type { FleetPlan } from './fleet.js';

/** Flags the launcher uses up: which controllers run is decided, and the file is read. */
const USED_UP = new Set(['controllers', 'config']);

/** Flags as they were read. */
export interface FleetFlags {
  readonly values: Readonly<Record<string, FlagValue>>;
  readonly given: ReadonlySet<string>;
}

/** Which flags each kind of member knows. */
export interface FleetGroups {
  readonly server: readonly FlagGroup[];
  readonly controllers: readonly FlagGroup[];
}

/** Which processes to start, each with the given flags it knows. @throws UsageError on an unknown controller. */
export function planFleet({ values, given }: FleetFlags, groups: FleetGroups): FleetPlan {
  const handedOn = new Set([...given].filter((name) => !USED_UP.has(name)));
  const selected = selectControllers((values['controllers'] ?? []) as readonly string[]);
  const controllerArguments = flagArguments(groups.controllers, values, handedOn);
  // A controller started by hand looks at the environment; here it belongs to the server beside it.
  const configuration = handedOn.has('orchconfig')
    ? []
    : [`--orchconfig=${join(String(values['data-dir']), 'admin.conf')}`];
  return {
    server: { name: API_SERVER, args: flagArguments(groups.server, values, handedOn) },
    controllers: selected.map(({ name }) => ({ name, args: [...controllerArguments, ...configuration] })),
  };
}
