import { join } from 'node:path';
import { CONTROLLER_MANAGER, controllerConfigPath } from '@orch/controller-rights';
import { selectControllers } from '@orch/controllers';
import type { FlagGroup, FlagValue } from '@orch/process';
import { API_SERVER } from '../programs.js';
import { flagArguments } from './flag-arguments.js';
import type { Member } from './child.js';
import type { FleetPlan } from './fleet.js';

/** Flags that the launcher evaluates itself and does not pass on. */
const USED_UP = new Set(['controllers', 'controllers-as-processes', 'dashboard-link', 'demo', 'config']);

/** Parsed flags. */
export interface FleetFlags {
  readonly values: Readonly<Record<string, FlagValue>>;
  readonly given: ReadonlySet<string>;
}

/** Flags of each kind of member. */
export interface FleetGroups {
  readonly server: readonly FlagGroup[];
  readonly controllers: readonly FlagGroup[];
}

/**
 * The processes to start, each with the given flags that it has.
 * @param linkDigest digest of the code of a one-time link. Default: none.
 * @throws UsageError for an unknown controller.
 */
export function planFleet({ values, given }: FleetFlags, groups: FleetGroups, linkDigest?: string): FleetPlan {
  const passed = new Set([...given].filter((name) => !USED_UP.has(name)));
  const selected = selectControllers((values['controllers'] ?? []) as readonly string[]);
  const toServer = flagArguments(groups.server, values, passed);
  const toControllers = flagArguments(groups.controllers, values, passed);
  // A controller started separately reads the environment; here it uses what the server of the same launcher wrote for it.
  const configuration = (name: string): readonly string[] =>
    passed.has('orchconfig') ? [] : [`--orchconfig=${controllerConfigPath(String(values['data-dir']), name)}`];
  const keys = tokenKeyArguments(values, passed);
  const process = (name: string, ...more: readonly string[]): Member => ({
    ...toControllers,
    name,
    args: [...toControllers.args, ...configuration(name), ...keys.controllers, ...more],
  });
  const names = selected.map(({ name }) => name);
  const manager = (): Member => ({
    ...process(CONTROLLER_MANAGER, `--controllers=${names.join(',')}`),
    startsOnMessage: true,
  });
  const inOne = names.length === 0 ? [] : [manager()];
  const isSeparate = values['controllers-as-processes'] === true;
  const credentials =
    isSeparate && !passed.has('controller-credentials') ? [`--controller-credentials=${names.join(',')}`] : [];
  const link = linkDigest === undefined ? [] : [`--dashboard-link-digest=${linkDigest}`];
  return {
    server: { ...toServer, name: API_SERVER, args: [...toServer.args, ...credentials, ...keys.server, ...link] },
    controllers: isSeparate ? names.map((name) => process(name)) : inOne,
  };
}

/**
 * Server and controllers sign service account tokens with one key: that of the flags of the server, else that of the data directory,
 * which outlives the serving certificate (decision 034) and is the default of controllers.
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
  const keyFiles = given.has('service-account-private-key-file') ? [] : signing.length > 0 ? signing : verifying;
  return { server: [], controllers: keyFiles.map((file) => `--service-account-private-key-file=${file}`) };
}
