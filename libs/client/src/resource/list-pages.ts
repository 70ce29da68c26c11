import { ApiError, type ApiList } from '@orch/apimachinery';
import type { HasMetadata } from '../object/object-key.js';
import type { ListOptions } from './call-options.js';
import { PageTokens } from './page-tokens.js';

/** Default page size: small enough to parse in one turn of the event loop. */
export const DEFAULT_PAGE_ITEMS = 500;

/** The pages of one list, all of the same revision. Rejects with `ApiError` Expired when that revision was compacted. */
export async function* listPages<T>(
  list: (options: ListOptions) => Promise<ApiList<T>>,
  options: ListOptions,
): AsyncGenerator<ApiList<T>, void, void> {
  const { resourceVersion, resourceVersionMatch, ...rest } = { limit: DEFAULT_PAGE_ITEMS, ...options };
  let page = await list({
    ...rest,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(resourceVersionMatch === undefined ? {} : { resourceVersionMatch }),
  });
  const tokens = new PageTokens();
  for (;;) {
    yield page;
    const token = tokens.next(page.metadata.continue);
    if (token === undefined) return;
    // The continue token contains the revision; a resourceVersion next to it is an error.
    page = await list({ ...rest, continue: token });
  }
}

/** All items of one revision: in pages, or in one response when the continue token expires. */
export async function listWhole<T>(
  list: (options: ListOptions) => Promise<ApiList<T>>,
  options: ListOptions,
): Promise<{ readonly items: T[]; readonly resourceVersion: string }> {
  const items: T[] = [];
  let resourceVersion = '';
  try {
    for await (const page of listPages(list, options)) {
      for (const item of page.items) items.push(item);
      resourceVersion = page.metadata.resourceVersion ?? '';
    }
    return { items, resourceVersion };
  } catch (err) {
    // Expired on the first page is thrown: a full list would expire as well.
    if (!(err instanceof ApiError && err.code === 410 && resourceVersion !== '')) throw err;
  }
  const { limit: _limit, ...unlimited } = options;
  const whole = await list(unlimited);
  return { items: whole.items, resourceVersion: whole.metadata.resourceVersion ?? '' };
}

/** Adds kind and apiVersion to items, which servers omit in lists; absent items become an empty array. */
export function fillListItems<T extends HasMetadata>(list: ApiList<T>): ApiList<T> {
  const items = list.items ?? [];
  if (!list.kind.endsWith('List') || list.kind === 'List') return { ...list, items };
  const { apiVersion } = list;
  const kind = list.kind.slice(0, -'List'.length);
  return { ...list, items: items.map((item) => (item.kind === undefined ? { kind, apiVersion, ...item } : item)) };
}
