import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { celTypes } from '@orch/expressions';
import { checkQualifiedName } from '../../../validation/names.js';
import type { ExpressionCheck } from './expression-check.js';
import type { MatchCondition } from './match-condition.js';

const { BOOL } = celTypes;

const MAX_CONDITIONS = 64;

/** At most 64, each with a unique name and an expression. @param params whether expressions have parameters. */
export function validateMatchConditions(
  path: FieldPath,
  conditions: readonly MatchCondition[] = [],
  expressions: ExpressionCheck,
  params: boolean,
): FieldError[] {
  const errors =
    conditions.length > MAX_CONDITIONS ? [fieldError.tooMany(path, conditions.length, MAX_CONDITIONS)] : [];
  const seen = new Set<string>();
  for (const [index, { name = '', expression = '' }] of conditions.entries()) {
    const at = path.index(index);
    const text = expression.trim();
    if (text === '') errors.push(fieldError.required(at.child('expression')));
    else errors.push(...expressions.check(at.child('expression'), text, { results: [BOOL], params, authorizer: true }));
    if (name === '') errors.push(fieldError.required(at.child('name')));
    else errors.push(...checkQualifiedName(at.child('name'), name));
    if (seen.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
    seen.add(name);
  }
  return errors;
}
