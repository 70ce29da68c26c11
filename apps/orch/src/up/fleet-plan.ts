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
  const toServer = flagArguments(groups.server, values, handedOn);
  const toControllers = flagArguments(groups.controllers, values, handedOn);
  // A controller started by hand looks at the environment; here it belongs to the server beside it.
  const configuration = handedOn.has('orchconfig')
    ? []
    : [`--orchconfig=${join(String(values['data-dir']), 'admin.conf')}`];
  const keys = tokenKeyArguments(values, handedOn);
  return {
    server: { ...toServer, name: API_SERVER, args: [...toServer.args, ...keys.server] },
    controllers: selected.map(({ name }) => ({
      ...toControllers,
      name,
      args: [...toControllers.args, ...configuration, ...keys.controllers],
    })),
  };
}

/**
 * Server and controllers sign service account tokens with one key: the one the server is told, else that of the data directory,
 * which outlives the serving certificate (decision 034) and is what controllers take by themselves.
 */
function tokenKeyArguments(
  values: FleetFlags['values'],
  given: ReadonlySet<string>,
): { readonly server: readonly string[]; readonly controllers: readonly string[] } {
  const files = (flag: string): readonly string[] => (given.has(flag) ? [values[flag]].flat().map(String) : []);
  const verifying = files('service-account-key-file');
  const signing = files('service-account-signing-key-file');
  if (verifying.length + signing.length === 0) {
    return {
      server: [`--service-account-key-file=${join(String(values['data-dir']), 'pki', 'sa.key')}`],
      controllers: [],
    };
  }
  const told = given.has('service-account-private-key-file') ? [] : signing.length > 0 ? signing : verifying;
  return { server: [], controllers: told.map((file) => `--service-account-private-key-file=${file}`) };
}
