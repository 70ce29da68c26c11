import { ApiFailure } from './failure';

/** Pages in a row without a wanted object that are read at most: a server may filter what a page would have. */
export const MOST_EMPTY_PAGES = 1_000;

/** The continue tokens of one list: an API server behind this one may give them without an end. */
export class PageTokens {
  private emptyPages = 0;

  /**
   * The token of the next page; undefined after the last one.
   * @param token `metadata.continue` of the page that was read.
   * @param found number of objects of that page that the list is for.
   * @throws ApiFailure after 1,000 pages in a row without one.
   */
  next(token: string | undefined, found: number): string | undefined {
    if (!token) return undefined;
    this.emptyPages = found > 0 ? 0 : this.emptyPages + 1;
    if (this.emptyPages < MOST_EMPTY_PAGES) return token;
    throw new ApiFailure(-1, `The list has ${MOST_EMPTY_PAGES} empty pages in a row, and more to come.`);
  }
}
