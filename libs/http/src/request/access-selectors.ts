import { ApiError, parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';

/** A condition of a selector, in the form of a SubjectAccessReview. */
export interface AccessRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** Absent for the operators about existence. */
  readonly values?: readonly string[];
}

/** The selectors of a request whose authorization is asked, in the form of a SubjectAccessReview. They only narrow it: an authorizer may ignore them. */
export interface AccessSelectors {
  readonly fieldSelector?: { readonly requirements: readonly AccessRequirement[] };
  readonly labelSelector?: { readonly requirements: readonly AccessRequirement[] };
}

/** The requirements of a text; none when it cannot be parsed: what is asked is then broader. Those with `=` and `!=` are `In` and `NotIn`. */
export const fieldRequirements = (text: string): readonly AccessRequirement[] =>
  parsed(() =>
    parseFieldSelector(text).requirements.map(({ field, operator, value }) => ({
      key: field,
      operator: operator === '=' ? 'In' : 'NotIn',
      values: [value],
    })),
  );

/** The same of labels. `Gt` and `Lt` have no form in a review, and are left out. */
export const labelRequirements = (text: string): readonly AccessRequirement[] =>
  parsed(() =>
    parseLabelSelector(text).requirements.flatMap(({ key, operator, values }) =>
      operator === 'Gt' || operator === 'Lt' ? [] : [{ key, operator, ...(values.length > 0 && { values }) }],
    ),
  );

/** Undefined without requirements. */
export function accessSelectors(
  fields: readonly AccessRequirement[],
  labels: readonly AccessRequirement[],
): AccessSelectors | undefined {
  if (fields.length === 0 && labels.length === 0) return undefined;
  return {
    ...(fields.length > 0 && { fieldSelector: { requirements: fields } }),
    ...(labels.length > 0 && { labelSelector: { requirements: labels } }),
  };
}

function parsed(read: () => readonly AccessRequirement[]): readonly AccessRequirement[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
