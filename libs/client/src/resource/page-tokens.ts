import { TransportError } from '../errors/transport-error.js';

/** Maximum number of pages in a row without an item: servers may filter what a page would have. */
export const MAX_EMPTY_PAGES = 1_000;

/** Maximum number of pages of one list: a list of this length has millions of items. */
const MAX_PAGES = 100_000;

/** Maximum length of a token, which is sent in a path. */
const MAX_TOKEN_CHARS = 16_384;

/** The continue tokens of one list: a server may give them without an end. Takes the memory of one token. */
export class PageTokens {
  /** A token of the list, replaced at twice the distance: in a circle it comes again (Brent's algorithm). */
  private mark: string | undefined;
  private distance = 0;
  private nextMark = 1;
  private pages = 0;
  private emptyPages = 0;

  /**
   * The token of the next page; undefined after the last one.
   * @param token `metadata.continue` of the page that was read.
   * @param items number of items of that page.
   * @throws TransportError Protocol when tokens go in a circle, after 1,000 pages in a row without an item, after 100,000 pages, and for a token of more
   * than 16,384 characters.
   */
  next(token: string | null | undefined, items: number): string | undefined {
    if (!token) return undefined;
    if (token === this.mark) throw endless('the server answered the same page of the list again');
    if (token.length > MAX_TOKEN_CHARS) throw endless(`a continue token is longer than ${MAX_TOKEN_CHARS} characters`);
    this.emptyPages = items > 0 ? 0 : this.emptyPages + 1;
    if (this.emptyPages >= MAX_EMPTY_PAGES)
      throw endless(`the list has ${MAX_EMPTY_PAGES} pages in a row without an item, and more to come`);
    if (++this.pages >= MAX_PAGES) throw endless(`the list has ${MAX_PAGES} pages, and more to come`);
    if (++this.distance === this.nextMark) {
      this.mark = token;
      this.distance = 0;
      this.nextMark *= 2;
    }
    return token;
  }
}

const endless = (message: string): TransportError => new TransportError('Protocol', message);
