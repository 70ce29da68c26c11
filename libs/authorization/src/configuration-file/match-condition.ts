import { compileExpression, type Program } from '@orch/expressions';

const TEXTS = 'map<string, string>';

/**
 * Compiles a condition on requests: what it says of `request` has to fit a SubjectAccessReview in v1, and it gives true or false.
 * @throws ExpressionError.
 */
export const compileMatchCondition = (text: string): Program =>
  compileExpression(text, {
    variables: {
      request: {
        user: 'string',
        uid: 'string',
        groups: 'list<string>',
        extra: 'map<string, list<string>>',
        resourceAttributes: TEXTS,
        nonResourceAttributes: TEXTS,
      },
    },
    results: ['bool'],
  });
