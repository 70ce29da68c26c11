import type { ApiClient } from './client';
import type { ApiObject } from './object';

export interface PagesOptions {
  readonly accept: string;
  /** Default: all objects. */
  readonly fieldSelector?: string;
  readonly signal: AbortSignal;
  /** Objects that are read at most, a multiple of 500. */
  readonly most: number;
}

const PAGE = 500;

/** Reads a list in pages. @returns whether that was all of it. @throws ApiFailure */
export async function readPages(
  client: Pick<ApiClient, 'json'>,
  path: string,
  { accept, fieldSelector = '', signal, most }: PagesOptions,
  onPage: (objects: readonly ApiObject[]) => void,
): Promise<boolean> {
  let token = '';
  for (let seen = 0; seen < most; seen += PAGE) {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(fieldSelector !== '' && { fieldSelector }),
      ...(token !== '' && { continue: token }),
    });
    const page: { items?: readonly ApiObject[] | null; metadata?: { continue?: string } } = await client.json(
      `${path}?${query}`,
      { accept, signal },
    );
    onPage(page.items ?? []);
    token = page.metadata?.continue ?? '';
    if (token === '') return true;
  }
  return false;
}
