import type { UserInfo } from '@orch/api';
import type { Authorizer } from '@orch/http';

/** Selects names of objects of one resource, in rules with any of these verbs. */
export interface NamesQuery {
  readonly verbs: readonly string[];
  readonly group: string;
  readonly resource: string;
}

/** An authorizer that lists the object names in its rules for a user. Whether a request is allowed must be checked separately. */
export interface NameResolver {
  namesFor(user: UserInfo, question: NamesQuery, namespace: string): readonly string[];
}

/** The names of an authorizer; empty if it does not resolve names. */
export const namesFor = (
  authorizer: Authorizer,
  user: UserInfo,
  question: NamesQuery,
  namespace: string,
): readonly string[] => (resolvesNames(authorizer) ? authorizer.namesFor(user, question, namespace) : []);

const resolvesNames = (authorizer: Authorizer): authorizer is Authorizer & NameResolver => 'namesFor' in authorizer;
