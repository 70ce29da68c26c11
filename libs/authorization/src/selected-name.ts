import { ApiError, parseFieldSelector } from '@orch/apimachinery';
import type { RequestInfo } from '@orch/http';

const SELECTING_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/**
 * A collection narrowed to one object by `fieldSelector=metadata.name=x` is authorized as that object (C-036): a role
 * that names `x` may watch it. The request info itself stays that of a collection.
 */
export function withSelectedName(info: RequestInfo, url: string, query: () => URLSearchParams): RequestInfo {
  if (info.name !== '' || !url.includes('fieldSelector') || !SELECTING_VERBS.has(info.verb)) return info;
  const name = selectedName(query().get('fieldSelector'));
  return name === undefined ? info : { ...info, name };
}

/**
 * The one name a field selector allows; undefined when it allows several, or cannot be read. Read as it will be when objects are
 * chosen by it: whoever reads escapes another way lets others see what they may not.
 */
export function selectedName(selector: string | null): string | undefined {
  if (selector === null) return undefined;
  try {
    return parseFieldSelector(selector).valueOf('metadata.name') || undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined; // refused later, by who answers
    throw error;
  }
}
