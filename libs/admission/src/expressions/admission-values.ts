import type { UserInfo } from '@orch/api';
import { AuthorizerValue, type AuthorizationAnswer, type AuthorizationQuestion } from '@orch/expressions';
import type { Authorizer, RequestInfo } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import { requestOf } from '../matching/admission-request.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';
import type { AdmissionValues } from './admission-expression.js';
import { dynamicValue } from './dynamic-value.js';

/** What values are made of, in addition to the write. */
export interface ValueSources {
  readonly authorizer: Authorizer;
}

/** Values of `object`, `oldObject`, `request` and `authorizer` for a write, in the version that was matched. */
export function admissionValues(
  attributes: AdmissionAttributes,
  matched: MatchedVersion,
  { authorizer }: ValueSources,
): AdmissionValues {
  const { definition, user, subresource, namespace, name } = attributes;
  const asking = new AuthorizerValue((question) => ask(authorizer, user, question));
  const { group, resource } = definition.gvr;
  return {
    object: dynamicValue(inMatchedVersion(attributes.object, matched)),
    oldObject: dynamicValue(inMatchedVersion(attributes.oldObject, matched)),
    request: dynamicValue(requestOf(attributes, matched.equivalent?.definition ?? definition)),
    authorizer: asking,
    'authorizer.requestResource': asking.with('ResourceCheck', { group, resource, subresource, namespace, name }),
  };
}

/** An authorizer that has to ask another server cannot answer within an expression. */
function ask(authorizer: Authorizer, user: UserInfo, question: AuthorizationQuestion): AuthorizationAnswer {
  const decision = authorizer.decide(userOf(user, question), requestInfoOf(question));
  if (decision instanceof Promise) {
    decision.catch(() => undefined);
    return { allowed: false, reason: '', error: 'the authorizer does not answer within an expression' };
  }
  const { allowed, reason, error } = decision;
  return { allowed, reason, ...(error === undefined ? {} : { error }) };
}

function userOf(user: UserInfo, { serviceAccount }: AuthorizationQuestion): UserInfo {
  if (!serviceAccount) return user;
  const { namespace, name } = serviceAccount;
  const username = `system:serviceaccount:${namespace}:${name}`;
  return {
    username,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

function requestInfoOf(question: AuthorizationQuestion): RequestInfo {
  const { path, group = '', resource = '', subresource = '', namespace = '', name = '', verb } = question;
  const isResource = path === undefined;
  const own = { path: path ?? '', version: '*', rest: [] };
  return { isResource, verb, group, resource, subresource, namespace, name, ...own };
}
