import { administratorsAuthorizer } from './administrators.js';
import { authorizeUnion } from './authorize-union.js';
import type { Authorizer } from '@orch/http';
import { type AuthorizationSources, AUTHORIZER_MAKERS } from './authorizers-by-mode.js';

/**
 * Everything that can allow a request, in the order in which it is asked (D-069). Administrators stand first in every mode (D-071):
 * they are who mends the others.
 * @param additional asked last, in this order.
 * @throws PolicyFileError; UsageError and UserFacingError when a file cannot be used; what the operating system says about files.
 */
export async function configuredAuthorizer(
  sources: AuthorizationSources,
  additional: readonly Authorizer[] = [],
): Promise<Authorizer> {
  const { configFile, modes } = sources.options;
  if (configFile !== undefined) {
    const { openAuthorizationConfiguration } = await import('./configuration-file/open-authorization-configuration.js');
    return authorizeUnion([
      administratorsAuthorizer,
      await openAuthorizationConfiguration(configFile, sources),
      ...additional,
    ]);
  }
  const made = await Promise.all(modes.map(async (mode) => AUTHORIZER_MAKERS[mode](sources)));
  return authorizeUnion([administratorsAuthorizer, ...made, ...additional]);
}
