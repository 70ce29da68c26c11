import { compileExpression, type Program } from '@orch/expressions';

const REQUIREMENT = { key: 'string', operator: 'string', values: 'list<string>' } as const;
const SELECTOR = { rawSelector: 'string', requirements: [REQUIREMENT] } as const;
const RESOURCE_ATTRIBUTES = {
  namespace: 'string',
  verb: 'string',
  group: 'string',
  version: 'string',
  resource: 'string',
  subresource: 'string',
  name: 'string',
  fieldSelector: SELECTOR,
  labelSelector: SELECTOR,
} as const;

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
        resourceAttributes: RESOURCE_ATTRIBUTES,
        nonResourceAttributes: { path: 'string', verb: 'string' },
      },
    },
    results: ['bool'],
  });
