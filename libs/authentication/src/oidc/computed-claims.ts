import type { UserInfo } from '@orch/api';
import { ExpressionError, expressionValue, type ExpressionValues, type Program } from '@orch/expressions';
import { InvalidCredential } from '../authenticator.js';
import type { ValidationRule } from './issuer-settings.js';

/** Evaluates the expressions of an issuer on the claims of one token (D-057). Pure. */
export class ComputedClaims {
  private values: ExpressionValues | undefined;

  constructor(private readonly claims: Readonly<Record<string, unknown>>) {}

  /** @throws InvalidCredential when the result is not a string, or empty. */
  text(program: Program): string {
    const result = this.result(program);
    if (typeof result !== 'string' || result === '') throw refusal(program, 'must give a text that is not empty');
    return result;
  }

  /**
   * The strings of a result that is a string or a list of strings. Empty ones are dropped, and null is an empty list.
   * @throws InvalidCredential for other types.
   */
  texts(program: Program): string[] {
    const result = this.result(program) ?? [];
    const texts: unknown = typeof result === 'string' ? [result] : result;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      throw refusal(program, 'must give a text or a list of texts');
    return texts.filter((text) => text !== '');
  }

  /** @throws InvalidCredential when a rule fails. */
  check(rules: readonly ValidationRule[] = []): void {
    for (const rule of rules) checkRule(rule, this.result(rule.expression));
  }

  private result(program: Program): unknown {
    return evaluated(program, () => (this.values ??= { claims: expressionValue(this.claims) }));
  }
}

/**
 * Checks the rules for users (D-057). Pure.
 * @throws InvalidCredential when a rule fails.
 */
export function checkUserRules(
  { username, uid = '', groups, extra = {} }: UserInfo,
  rules: readonly ValidationRule[] = [],
): void {
  if (rules.length === 0) return;
  const values = { user: expressionValue({ username, uid, groups, extra }) };
  for (const rule of rules)
    checkRule(
      rule,
      evaluated(rule.expression, () => values),
    );
}

/** Only true passes: values of other types fail. */
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
