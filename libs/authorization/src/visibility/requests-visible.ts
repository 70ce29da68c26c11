import { UNAUTHENTICATED_GROUP } from '@orch/authentication';
import { type RequestContext, readFlag, parseAccept } from '@orch/http';

const PARAMETER = 'visible';

/**
 * Whether a list or watch requests the visible set of the caller: `?visible=true`, or the same as a parameter of a media type in
 * `Accept`. Ignored for unauthenticated users.
 *
 * HOT PATH (bench: get): other requests cost a comparison or two.
 */
export function requestsVisibleSet(request: RequestContext, url: string): boolean {
  const { isResource, verb, subresource } = request.info;
  if ((verb !== 'list' && verb !== 'watch') || !isResource || subresource !== '') return false;
  return (
    (inQuery(request, url) || inAccept(request.headers.accept)) && !request.user.groups.includes(UNAUTHENTICATED_GROUP)
  );
}

const inQuery = (request: RequestContext, url: string): boolean =>
  url.includes(PARAMETER) && readFlag(request.query, PARAMETER) === true;

const inAccept = (accept: string | undefined): boolean =>
  accept !== undefined &&
  accept.includes(PARAMETER) &&
  parseAccept(accept).some(({ parameters }) => parameters[PARAMETER] === 'true');
