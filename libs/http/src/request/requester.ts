import type { UserInfo } from '@orch/api';
import { clientNetwork } from './client-network.js';
import { flowOf, type Flow } from './fair-queue.js';
import type { RequestContext } from './request-context.js';

const UNAUTHENTICATED = 'system:unauthenticated';

/** The facts of a request by which its sender is known, before and after authentication. */
export type Requester = Pick<RequestContext, 'user' | 'impersonator' | 'raw'>;

/**
 * The flow to which work for a request is charged: of the user who sent it, not of the one who is impersonated, since the sender chooses
 * that name. While the user is not known, and for unauthenticated users, of the client's network.
 */
export function flowOfRequester({ user, impersonator, raw }: Requester): Flow {
  const sender = impersonator ?? user;
  if (isAuthenticated(sender)) return flowOf(sender);
  // No user name has a NUL.
  return {
    name: `\0${clientNetwork((raw.socket as typeof raw.socket | undefined)?.remoteAddress ?? '')}`,
    exempt: false,
  };
}

const isAuthenticated = ({ username, groups }: UserInfo): boolean =>
  username !== '' && !groups.includes(UNAUTHENTICATED);
