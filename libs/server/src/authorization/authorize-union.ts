import type { Authorizer, Decision } from './authorizer.js';
import { joinRules, type RuleTeller, rulesFor } from './user-rules.js';

/** Allows what one of them allows; asks in order and stops at the first yes. Reasons of refusals are joined, and so are rules. */
export const authorizeUnion = (authorizers: readonly Authorizer[]): Authorizer & RuleTeller => ({
  decide: (user, info) => {
    const ask = (from: number, reasons: readonly string[]): Decision | Promise<Decision> => {
      let said = reasons;
      for (let i = from; i < authorizers.length; i++) {
        const decision = authorizers[i]!.decide(user, info);
        if (decision instanceof Promise) {
          const before = said;
          return decision.then((d) => (d.allowed ? d : ask(i + 1, d.reason === '' ? before : [...before, d.reason])));
        }
        if (decision.allowed) return decision;
        if (decision.reason !== '') said = [...said, decision.reason];
      }
      return { allowed: false, reason: said.join('; ') };
    };
    return ask(0, NO_REASONS);
  },
  rulesFor: async (user, namespace) =>
    joinRules(await Promise.all(authorizers.map(async (authorizer) => rulesFor(authorizer, user, namespace)))),
});

const NO_REASONS: readonly string[] = [];
