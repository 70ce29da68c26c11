import { pluginFlags, runningPlugins, TypeCheckKeeper } from '@orch/admission';
import type { Registry } from '@orch/registry';
import type { ServerContext } from '../context/server-context.js';

/** Checks the types of stored ValidatingAdmissionPolicies where they are evaluated, from the moment the server serves until it ends. */
export function checkPolicyTypesWhileServing(registry: Registry, server: ServerContext): void {
  const { vocabulary, log, ended, features, options } = server;
  if (!runningPlugins(pluginFlags(options), features).includes('ValidatingAdmissionPolicy')) return;
  const warn = (message: string, fields: Readonly<Record<string, unknown>>): void => log.warn(message, fields);
  const keeper = new TypeCheckKeeper({ registry, vocabulary, warn, ended });
  server.onServing(() => keeper.begin());
}
