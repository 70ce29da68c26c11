import { awaitedRequest } from '@orch/connections';
import { ADMINISTRATORS, type Filter } from '@orch/http';

/**
 * Notices the first request of each connection, with its user, before that acts as another.
 * @param systemNamespace its service accounts are those of controllers.
 */
export function noticeFirstRequests(systemNamespace: string): Filter {
  const trusted = [ADMINISTRATORS, `system:serviceaccounts:${systemNamespace}`];
  // HOT PATH (bench: get): one comparison
  return (next) => (request) => {
    awaitedRequest(request.raw.socket)?.(trusted.some((group) => request.user.groups.includes(group)));
    return next(request);
  };
}
