import { extension, type JsonSchema } from '../schema/json-schema.js';

/** One entry of the extension `validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string | undefined;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function rulesOf(schema: JsonSchema): readonly ValidationRule[] {
  const rules = extension(schema, 'validations');
  if (!Array.isArray(rules)) return [];
  return rules.map((one: Readonly<Record<string, unknown>>) => ({
    rule: text(one['rule']),
    message: text(one['message']),
    messageExpression: text(one['messageExpression']),
    reason: typeof one['reason'] === 'string' ? one['reason'] : undefined,
    fieldPath: text(one['fieldPath']),
    optionalOldSelf: typeof one['optionalOldSelf'] === 'boolean' ? one['optionalOldSelf'] : undefined,
  }));
}

/** The rule in messages: its own message, or its text. */
export const shownRule = ({ message, rule }: ValidationRule): string => (message === '' ? rule : message).trim();

/** Message when an object does not satisfy the rule. */
export const failureText = (rule: ValidationRule): string =>
  rule.message === '' ? `failed rule: ${shownRule(rule)}` : rule.message.trim();

/** Texts of the expressions of a schema, not of those below it. */
export const ruleTexts = (schema: JsonSchema): readonly string[] =>
  rulesOf(schema).flatMap(({ rule, messageExpression }) => [rule, messageExpression]);
