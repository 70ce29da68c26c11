import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ControllerProcessFlags, RunControllersOptions } from '@orch/controller-kit';
import { CONTROLLER_MANAGER, controllerConfigPath, controllerUser } from '@orch/controller-rights';
import { vocabularyByName } from '@orch/vocabulary';
import type { ControllerEntry } from './controller-entry.js';

/** Where a process finds its server by default, and whose rights it has there. */
export type ProcessIdentity = Pick<RunControllersOptions, 'fallbackFiles' | 'user' | 'actAs'>;

/** Flags that decide it. */
type IdentityFlags = Pick<ControllerProcessFlags, 'data-dir' | 'orchconfig' | 'vocabulary'>;

/**
 * The identity of a process of one controller: the service account of the controller, by the client configuration that an API server wrote
 * for it, or else as which the controller manager may act. With `--orchconfig` or the environment, the user of that configuration.
 */
export function controllerIdentity(flags: IdentityFlags, { name }: ControllerEntry): ProcessIdentity {
  const [own, managers] = [name, CONTROLLER_MANAGER].map((one) => controllerConfigPath(flags['data-dir'], one));
  if (isNamed(flags) || existsSync(own!) || !existsSync(managers!)) return { fallbackFiles: [own!] };
  return { fallbackFiles: [managers!], user: controllerUser(vocabularyByName(flags.vocabulary), name) };
}

/**
 * The identity of the controller manager: its own account, by the configuration that an API server wrote for it; each controller acts as its
 * own. With another configuration all act as its user.
 * @param actsAsAccounts `--use-service-account-credentials`, which decides that instead.
 */
export function managerIdentity(
  flags: IdentityFlags,
  entries: readonly ControllerEntry[],
  actsAsAccounts: boolean | undefined,
): ProcessIdentity {
  const own = controllerConfigPath(flags['data-dir'], CONTROLLER_MANAGER);
  const isOwn = flags.orchconfig === undefined ? !isNamed(flags) : resolve(flags.orchconfig) === resolve(own);
  return { fallbackFiles: [own], ...((actsAsAccounts ?? isOwn) ? { actAs: accountsOf(flags, entries) } : {}) };
}

/** Whether a flag or the environment names the client configuration. */
function isNamed({ orchconfig, vocabulary }: IdentityFlags): boolean {
  return orchconfig !== undefined || Boolean(process.env[vocabularyByName(vocabulary).client.configEnvironment]);
}

/** The service account of the controller that a reconciler belongs to. */
function accountsOf({ vocabulary }: IdentityFlags, entries: readonly ControllerEntry[]): ProcessIdentity['actAs'] & {} {
  const accounts = new Map(
    entries.flatMap(({ name, reconcilers = [name] }) =>
      reconcilers.map((reconciler) => [reconciler, { user: controllerUser(vocabularyByName(vocabulary), name), name }]),
    ),
  );
  return (reconciler) => accounts.get(reconciler);
}
