import type { Vocabulary } from '@orch/vocabulary';
import { resourceRequest, type RequestInfo } from '@orch/http';
import type { RequestedIdentity } from './requested-identity.js';
import { serviceAccountOf } from './service-account-name.js';

/**
 * The permissions that an impersonation needs, one for each requested attribute (D-111): verb `impersonate` on users or service accounts
 * (B-139, B-141), on groups (B-140), on extra attributes (B-142) and on uids (B-143). The value is the name, so that
 * rules may limit it (B-144); the permission on a service account may be granted in its namespace (D-109).
 */
export function requiredPermissions(asked: RequestedIdentity, vocabulary: Vocabulary): RequestInfo[] {
  const { authentication } = vocabulary.groups;
  const account = serviceAccountOf(asked.username);
  const permissions = [
    account
      ? permission('', 'serviceaccounts', account.name, { namespace: account.namespace })
      : permission('', 'users', asked.username),
    ...asked.groups.map((group) => permission('', 'groups', group)),
  ];
  for (const [key, values] of asked.extra) {
    permissions.push(...values.map((value) => permission(authentication, 'userextras', value, { subresource: key })));
  }
  if (asked.uid !== undefined) permissions.push(permission(authentication, 'uids', asked.uid));
  return permissions;
}

const permission = (
  group: string,
  resource: string,
  name: string,
  more: { readonly namespace?: string; readonly subresource?: string } = {},
): RequestInfo => resourceRequest({ verb: 'impersonate', group, version: 'v1', resource, name, ...more });
