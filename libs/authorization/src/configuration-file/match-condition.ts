import { compileExpression, type Program } from '@orch/expressions';

const TEXTS = 'map<string, string>';

/**
 * Compiles a match condition: `request` has the type of the spec of a SubjectAccessReview in v1, and the result is a bool.
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
