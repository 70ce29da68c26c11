import type { SelfSubjectAccessReviewSpec } from '@orch/api';
import { ApiError, parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';

const PARSERS = { fieldSelector: parseFieldSelector, labelSelector: parseLabelSelector } as const;

/** What to say about the selectors of a review that cannot be parsed: authorization goes on without them. */
export function ignoredSelectors({ resourceAttributes = {} }: SelfSubjectAccessReviewSpec): string[] {
  return (['fieldSelector', 'labelSelector'] as const)
    .filter((name) => !parses(PARSERS[name], resourceAttributes?.[name]?.rawSelector ?? ''))
    .map((name) => `spec.resourceAttributes.${name} ignored due to parse error`);
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
