import { administratorsAuthorizer } from './administrators.js';
import { authorizeUnion } from './authorize-union.js';
import type { Authorizer } from '@orch/http';
import { type AuthorizationSources, AUTHORIZER_MAKERS } from './authorizers-by-mode.js';

/**
 * The union of all authorizers, in the order in which they are consulted (D-069). Administrators are first in every mode (D-071), so that
 * they can repair the configuration of the others.
 * @param additional consulted last, in this order.
 * @throws PolicyFileError; UsageError and UserFacingError when a file cannot be used; errors of the file system.
 */
export async function configuredAuthorizer(
  sources: AuthorizationSources,
  additional: readonly Authorizer[] = [],
): Promise<Authorizer> {
  const { options, decisions } = sources;
  const { configFile, modes } = options;
  if (configFile !== undefined) {
    const { openAuthorizationConfiguration } = await import('./configuration-file/open-authorization-configuration.js');
    return authorizeUnion([
      administratorsAuthorizer,
      await openAuthorizationConfiguration(configFile, sources),
      ...additional,
    ]);
  }
  const counted = modes.map((mode) => ({ mode, name: mode === 'Webhook' ? 'default' : mode.toLowerCase() }));
  const made = await Promise.all(counted.map(async ({ mode, name }) => AUTHORIZER_MAKERS[mode](sources, name)));
  const decided = decisions.counting([undefined, ...counted]);
  return authorizeUnion([administratorsAuthorizer, ...made, ...additional], decided);
}
