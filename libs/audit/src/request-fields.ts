import type { UserInfo } from '@orch/api';
import type { ServerRequest } from '@orch/http';
import type { AuditEvent, AuditUser, ObjectReference } from './audit-event.js';
import { shownUri, sourceAddresses, userAgentOf } from './request-origin.js';

type RequestFields = Pick<
  AuditEvent,
  'requestURI' | 'verb' | 'user' | 'impersonatedUser' | 'sourceIPs' | 'userAgent' | 'objectRef'
>;

/** Request fields of an event: user, source, action. `user` is always the authenticated user, not the impersonated one (D-112). */
export function requestFields(request: ServerRequest): RequestFields {
  const { info, user, impersonator } = request;
  const userAgent = userAgentOf(request);
  return {
    requestURI: shownUri(request.url),
    verb: info.verb,
    user: auditUser(impersonator ?? user),
    ...(impersonator ? { impersonatedUser: auditUser(user) } : {}),
    sourceIPs: sourceAddresses(request),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(info.isResource ? { objectRef: referenceOf(info) } : {}),
  };
}

const auditUser = ({ username, uid, groups, extra }: UserInfo): AuditUser => ({
  ...(username ? { username } : {}),
  ...(uid ? { uid } : {}),
  ...(groups.length > 0 ? { groups } : {}),
  ...(extra ? { extra } : {}),
});

const referenceOf = ({
  resource,
  namespace,
  name,
  group,
  version,
  subresource,
}: ServerRequest['info']): ObjectReference => ({
  resource,
  ...(namespace === '' ? {} : { namespace }),
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { apiGroup: group }),
  apiVersion: version,
  ...(subresource === '' ? {} : { subresource }),
});
