import type { SelfSubjectAccessReviewSpec } from '@orch/api';
import { ApiError, parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';
import {
  accessSelectors,
  fieldRequirements,
  labelRequirements,
  type AccessRequirement,
  type AccessSelectors,
} from '@orch/http';

type Name = 'fieldSelector' | 'labelSelector';
type Attributes = NonNullable<SelfSubjectAccessReviewSpec['resourceAttributes']>;
type Requirement = NonNullable<NonNullable<Attributes[Name]>['requirements']>[number];

const PARSERS = { fieldSelector: parseFieldSelector, labelSelector: parseLabelSelector } as const;

/** What is understood of the requirements of a selector: a field has one value, and none of the operators about its existence. */
const UNDERSTOOD: Readonly<Record<Name, (requirement: Requirement) => boolean>> = {
  fieldSelector: ({ operator, values = [] }) => ['In', 'NotIn'].includes(operator) && values.length === 1,
  labelSelector: ({ operator }) => ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator),
};

/** What to say about the selectors of a review that are not understood: authorization goes on without them, or without that part. */
export function ignoredSelectors({ resourceAttributes = {} }: SelfSubjectAccessReviewSpec): string[] {
  return (['fieldSelector', 'labelSelector'] as const).flatMap((name) => {
    const { rawSelector = '', requirements = [] } = resourceAttributes?.[name] ?? {};
    const understood = requirements.filter(UNDERSTOOD[name]);
    if (understood.length === requirements.length && parses(PARSERS[name], rawSelector)) return [];
    const part = understood.length > 0 ? 'partially ' : '';
    return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`];
  });
}

/** What is understood of the selectors of a review; undefined: nothing. */
export const selectorsOf = (attributes: Attributes): AccessSelectors | undefined =>
  accessSelectors(
    requirementsOf('fieldSelector', attributes, fieldRequirements),
    requirementsOf('labelSelector', attributes, labelRequirements),
  );

function requirementsOf(
  name: Name,
  { [name]: { rawSelector = '', requirements = [] } = {} }: Attributes,
  parse: (text: string) => readonly AccessRequirement[],
): readonly AccessRequirement[] {
  if (rawSelector !== '') return parse(rawSelector);
  return requirements.filter(UNDERSTOOD[name]).map(({ key, operator, values = [] }) => ({
    key,
    operator: operator as AccessRequirement['operator'],
    ...(values.length > 0 && { values }),
  }));
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
