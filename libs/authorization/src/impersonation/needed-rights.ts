import type { Vocabulary } from '@orch/vocabulary';
import type { RequestInfo } from '@orch/http';
import type { RequestedIdentity } from './requested-identity.js';
import { serviceAccountOf } from './service-account-name.js';

/**
 * The rights that an impersonation needs, one for each requested attribute (D-111): verb `impersonate` on users or service accounts
 * (B-139, B-141), on groups (B-140), on extra attributes (B-142) and on uids (B-143). The value is the name, so that
 * rules may limit it (B-144); the right on a service account may be one of its namespace (D-109).
 */
export function neededRights(asked: RequestedIdentity, vocabulary: Vocabulary): RequestInfo[] {
  const { authentication } = vocabulary.groups;
  const account = serviceAccountOf(asked.username);
  const rights = [
    account
      ? right('', 'serviceaccounts', account.name, { namespace: account.namespace })
      : right('', 'users', asked.username),
    ...asked.groups.map((group) => right('', 'groups', group)),
  ];
  for (const [key, values] of asked.extra) {
    rights.push(...values.map((value) => right(authentication, 'userextras', value, { subresource: key })));
  }
  if (asked.uid !== undefined) rights.push(right(authentication, 'uids', asked.uid));
  return rights;
}

const right = (
  group: string,
  resource: string,
  name: string,
  more: { readonly namespace?: string; readonly subresource?: string } = {},
): RequestInfo => ({
  isResource: true,
  path: '',
  verb: 'impersonate',
  group,
  version: 'v1',
  namespace: '',
  resource,
  subresource: '',
  name,
  rest: [],
  ...more,
});
