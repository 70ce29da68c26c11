import { ApiError, packedMembersOf, type ApiList } from '@orch/apimachinery';
import { AnswerTooLong } from '../errors/answer-too-long.js';
import type { HasMetadata } from '../object/object-key.js';
import type { ListOptions } from './call-options.js';
import { ListMemory } from './list-memory.js';
import { PageTokens } from './page-tokens.js';

/** Default page size. */
export const DEFAULT_PAGE_ITEMS = 500;

/** Divisor of the page size when a page is too long. */
const SMALLER_PAGES = 8;

type List<T> = (options: ListOptions) => Promise<ApiList<T>>;

/**
 * The pages of one list, all of the same revision. Pages that are too long are requested with fewer items.
 * Rejects with `ApiError` Expired when that revision was compacted.
 */
export async function* listPages<T>(list: List<T>, options: ListOptions): AsyncGenerator<ApiList<T>, void, void> {
  const { resourceVersion, resourceVersionMatch, ...rest } = { limit: DEFAULT_PAGE_ITEMS, ...options };
  let { limit } = rest;
  const readPage = async (at: ListOptions): Promise<ApiList<T>> => {
    for (;;) {
      try {
        return await list({ ...rest, ...at, limit });
      } catch (err) {
        if (!(err instanceof AnswerTooLong) || limit <= 1) throw err;
        limit = Math.ceil(limit / SMALLER_PAGES);
      }
    }
  };
  let page = await readPage({
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(resourceVersionMatch === undefined ? {} : { resourceVersionMatch }),
  });
  const tokens = new PageTokens();
  for (;;) {
    yield page;
    const token = tokens.next(page.metadata.continue, page.items.length);
    if (token === undefined) return;
    // The continue token contains the revision; a resourceVersion next to it is an error.
    page = await readPage({ continue: token });
  }
}

/**
 * All items of one revision: in pages, or in one response when the continue token expires.
 * @throws TransportError Protocol when lists in progress would fill the heap.
 */
export async function listWhole<T>(
  list: List<T>,
  options: ListOptions,
  memory = new ListMemory(),
): Promise<{ readonly items: T[]; readonly resourceVersion: string }> {
  const items: T[] = [];
  let resourceVersion = '';
  const counted = { ...options, onSize: (bytes: number) => memory.add(bytes) };
  try {
    for await (const page of listPages(list, counted)) {
      for (const item of page.items) items.push(item);
      resourceVersion = page.metadata.resourceVersion ?? '';
    }
    return { items, resourceVersion };
  } catch (err) {
    // Expired on the first page is thrown: a full list would expire as well.
    if (!(err instanceof ApiError && err.code === 410 && resourceVersion !== '')) throw err;
  } finally {
    memory.release();
  }
  return listAtOnce(list, options);
}

/** All items in one response. */
async function listAtOnce<T>(
  list: List<T>,
  { limit: _limit, ...unlimited }: ListOptions,
): Promise<{ readonly items: T[]; readonly resourceVersion: string }> {
  const whole = await list(unlimited);
  return { items: whole.items, resourceVersion: whole.metadata.resourceVersion ?? '' };
}

/** Adds kind and apiVersion to items, which servers omit in lists; absent items become an empty array. */
export function fillListItems<T extends HasMetadata>(list: ApiList<T>): ApiList<T> {
  const items = list.items ?? [];
  if (!list.kind.endsWith('List') || list.kind === 'List') return { ...list, items };
  const { apiVersion } = list;
  const kind = list.kind.slice(0, -'List'.length);
  return {
    ...list,
    items: items.map((item) => (item.kind === undefined ? withKind(item, { kind, apiVersion }) : item)),
  };
}

function withKind<T extends HasMetadata>(item: T, of: { readonly kind: string; readonly apiVersion: string }): T {
  // Copying would parse them.
  return packedMembersOf(item) ? Object.assign(item, of) : { ...of, ...item };
}
