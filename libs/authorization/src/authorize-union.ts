import {
  atOnceOrInTurns,
  flowOf,
  flowOfRequester,
  ownTurn,
  type Authorizer,
  type Decision,
  NO_OPINION,
} from '@orch/http';
import { namesFor, type NameResolver, prepare } from './named-objects.js';
import { joinRules, type RuleResolver, rulesFor } from './user-rules.js';

/** Called with the position of the authorizer that allowed or denied. */
export type Decided = (index: number, isAllowed: boolean) => void;

/**
 * Consults authorizers in order and stops at the first that allows or denies. Joins reasons and errors of those without an opinion, and
 * the rules of all.
 */
export const authorizeUnion = (
  authorizers: readonly Authorizer[],
  decided: Decided = () => undefined,
): Authorizer & RuleResolver & NameResolver => ({
  decide: (user, info, requester) => {
    const ask = (from: number, before: Decision): Decision | Promise<Decision> => {
      let said = before;
      for (let i = from; i < authorizers.length; i++) {
        const decision = authorizers[i]!.decide(user, info, requester);
        if (decision instanceof Promise) {
          const earlier = said;
          return decision.then(async (d) => {
            if (isFinal(d)) return counted(i, d, decided);
            // Hundreds of requests may have waited for the same decision, and the next authorizer may hash a long question.
            if (requester && i + 1 < authorizers.length) await ownTurn({ flow: flowOfRequester(requester) });
            return ask(i + 1, joined(earlier, d));
          });
        }
        if (isFinal(decision)) return counted(i, decision, decided);
        said = joined(said, decision);
      }
      return said;
    };
    return ask(0, NO_OPINION);
  },
  namesFor: (user, question, namespace) => {
    const sets: ReadonlySet<string>[] = [];
    let [mayDeny, mayBeDenied] = [false, false];
    for (const authorizer of authorizers) {
      const found = namesFor(authorizer, user, question, namespace);
      for (const set of found.sets) sets.push(set);
      if (found.sets.length > 0) mayBeDenied ||= mayDeny || found.mayBeDenied;
      mayDeny ||= !authorizer.neverDenies;
    }
    return { sets, mayBeDenied };
  },
  prepare: (requester) => {
    const waits = authorizers.flatMap((authorizer) => prepare(authorizer, requester) ?? []);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  },
  rulesFor: async (user, namespace) => {
    const all = await Promise.all(authorizers.map(async (authorizer) => rulesFor(authorizer, user, namespace)));
    return atOnceOrInTurns(joinRules(all), () => ({ flow: flowOf(user) }));
  },
});

function counted(index: number, decision: Decision, decided: Decided): Decision {
  decided(index, decision.allowed);
  return decision;
}

const isFinal = (decision: Decision): boolean => decision.allowed || decision.denied === true;

/** Joins two decisions without an opinion. */
function joined(left: Decision, right: Decision): Decision {
  if (left.reason === '' && left.error === undefined) return right;
  if (right.reason === '' && right.error === undefined) return left;
  const errors = [left.error, right.error].filter((error) => error !== undefined);
  return {
    allowed: false,
    reason: [left.reason, right.reason].filter((reason) => reason !== '').join('; '),
    ...(errors.length === 0 ? {} : { error: errors.join('; ') }),
    ...((left.isBusy || right.isBusy) && { isBusy: true as const }),
  };
}
