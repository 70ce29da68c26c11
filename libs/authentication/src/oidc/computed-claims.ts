import type { UserInfo } from '@orch/api';
import { ExpressionError, expressionValue, type ExpressionValues, type Program } from '@orch/expressions';
import { InvalidCredential } from '../authenticator.js';
import type { ValidationRule } from './issuer-settings.js';

/** What expressions of an issuer make of the claims of one token (D-057). Pure. */
export class ComputedClaims {
  private values: ExpressionValues | undefined;

  constructor(private readonly claims: Readonly<Record<string, unknown>>) {}

  /** @throws InvalidCredential when the result is no text, or an empty one. */
  text(program: Program): string {
    const result = this.result(program);
    if (typeof result !== 'string' || result === '') throw refusal(program, 'must give a text that is not empty');
    return result;
  }

  /**
   * The texts of a result that is a text or a list of texts. Empty ones are left out, and null is none.
   * @throws InvalidCredential when it is anything else.
   */
  texts(program: Program): string[] {
    const result = this.result(program) ?? [];
    const texts: unknown = typeof result === 'string' ? [result] : result;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      throw refusal(program, 'must give a text or a list of texts');
    return texts.filter((text) => text !== '');
  }

  /** @throws InvalidCredential when one of the rules does not hold. */
  check(rules: readonly ValidationRule[] = []): void {
    for (const rule of rules) checkRule(rule, this.result(rule.expression));
  }

  private result(program: Program): unknown {
    return evaluated(program, () => (this.values ??= { claims: expressionValue(this.claims) }));
  }
}

/**
 * Whether a user is one that may be (D-057). Pure.
 * @throws InvalidCredential when one of the rules does not hold.
 */
export function checkUserRules(
  { username, uid = '', groups, extra = {} }: UserInfo,
  rules: readonly ValidationRule[] = [],
): void {
  if (rules.length === 0) return;
  const values = { user: { username, uid, groups, extra: expressionValue(extra) } };
  for (const rule of rules)
    checkRule(
      rule,
      evaluated(rule.expression, () => values),
    );
}

/** Nothing but true will do: what is no truth value is as good as false. */
function checkRule({ expression, message }: ValidationRule, result: unknown): void {
  if (result !== true) throw refusal(expression, message === '' ? 'does not hold' : `does not hold: ${message}`);
}

function evaluated(program: Program, values: () => ExpressionValues): unknown {
  try {
    return program.evaluate(values());
  } catch (error) {
    if (error instanceof ExpressionError) throw refusal(program, error.message);
    throw error;
  }
}

const refusal = ({ text }: Program, problem: string): InvalidCredential =>
  new InvalidCredential(`expression ${JSON.stringify(text)} ${problem}`);
