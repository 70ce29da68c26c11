import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { RequestInfo } from '@orch/http';

/** The Forbidden error of a request, with the message that clients parse (C-273). `reason` is added after a colon. */
export function forbidden(user: UserInfo, info: RequestInfo, reason: string): ApiError {
  const why = `User ${JSON.stringify(user.username)} ${denial(info)}${reason === '' ? '' : `: ${reason}`}`;
  if (!info.isResource) {
    return new ApiError('Forbidden', `forbidden: ${why}`, { details: {} });
  }
  return ApiError.forbidden({ group: info.group, resource: info.resource, name: info.name }, why);
}

function denial(info: RequestInfo): string {
  if (!info.isResource) return `cannot ${info.verb} path ${JSON.stringify(info.path)}`;
  const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(info.namespace)}`;
  return `cannot ${info.verb} resource ${JSON.stringify(resource)} in API group ${JSON.stringify(info.group)} ${where}`;
}
