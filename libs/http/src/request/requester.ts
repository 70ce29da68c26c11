import type { UserInfo } from '@orch/api';
import { clientNetwork } from '@orch/connections';
import { flowOf, type Flow } from './fair-queue.js';
import type { RequestContext } from './request-context.js';

const UNAUTHENTICATED = 'system:unauthenticated';

/** The fields of a request that identify its sender, before and after authentication. */
export type Requester = Pick<RequestContext, 'user' | 'impersonator' | 'raw'>;

/**
 * The flow charged for a request: that of the authenticated user, not of the impersonated one, since the sender chooses
 * that name. Before authentication, and for unauthenticated users, that of the client's network.
 */
export function flowOfRequester({ user, impersonator, raw }: Requester): Flow {
  const sender = impersonator ?? user;
  if (isAuthenticated(sender)) return flowOf(sender);
  // User names have no NUL.
  return {
    name: `\0${clientNetwork((raw.socket as typeof raw.socket | undefined)?.remoteAddress ?? '')}`,
    exempt: false,
  };
}

const isAuthenticated = ({ username, groups }: UserInfo): boolean =>
  username !== '' && !groups.includes(UNAUTHENTICATED);
