import type { UserInfo } from '@orch/api';
import type { AuthorizationAnswer, AuthorizationQuestion } from '@orch/expressions';
import {
  accessSelectors,
  fieldRequirements,
  labelRequirements,
  type Authorizer,
  type Decision,
  type RequestInfo,
} from '@orch/http';

/** The authorizer that expressions ask. */
export interface DecisionSource {
  readonly authorizer: Authorizer;
}

/** Thrown through an evaluation that needs a decision that another server has not made yet. */
export class PendingDecision extends Error {
  override readonly name = 'PendingDecision';
  /** @param made resolves when the decision is there, whatever it is. */
  constructor(readonly made: Promise<void>) {
    super('a decision is pending');
  }
}

/**
 * Decisions that expressions ask for during one step of a request. Those that another server makes (mode Webhook) are kept: the evaluation that
 * asked is repeated once they are there, and later ones of the step get the same.
 */
export class RequestDecisions {
  /** Made for the first one that another server makes. */
  private known: Map<string, AuthorizationAnswer> | undefined;
  private failure: { readonly cause: unknown } | undefined;

  constructor(private readonly source: DecisionSource) {}

  /** @throws PendingDecision when the authorizer has to ask another server; what it failed with, when it did. */
  answer(user: UserInfo, question: AuthorizationQuestion): AuthorizationAnswer {
    if (this.failure) throw this.failure.cause;
    const known = this.known?.get(JSON.stringify(question));
    if (known) return known;
    const decision = this.source.authorizer.decide(userOf(user, question), requestInfoOf(question));
    if (!(decision instanceof Promise)) return answerOf(decision);
    const key = JSON.stringify(question);
    throw new PendingDecision(
      decision.then(
        (made) => void (this.known ??= new Map()).set(key, answerOf(made)),
        (cause: unknown) => void (this.failure = { cause }),
      ),
    );
  }
}

const answerOf = ({ allowed, reason, error }: Decision): AuthorizationAnswer => ({
  allowed,
  reason,
  ...(error === undefined ? {} : { error }),
});

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
  const { fieldSelector = '', labelSelector = '' } = question;
  const selectors = accessSelectors(fieldRequirements(fieldSelector), labelRequirements(labelSelector));
  const own = { path: path ?? '', version: '*', rest: [] };
  return { isResource, verb, group, resource, subresource, namespace, name, ...own, ...(selectors && { selectors }) };
}
